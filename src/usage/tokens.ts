import { limits } from '../limits.js'
import type { ToolRound } from '../tool-calls/completion-options.js'
import type { ReplyJob } from '../ports/reply-generator/reply-generator.js'
import type { Generation } from '../replies/generation.js'

/** An average over many languages and tokenizers: four letters of English, or one and a third of Korean. */
const bytesPerToken = 4

/** The estimated tokens of a text that a model did not count. */
export function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
}

/** The estimated tokens of a job's prompt. At most `most`, the context size: further text does not reach the model. */
export function promptTokensOf(job: ReplyJob, most: number): number {
  const { message, history, character, instructions = '', roomInstructions = '', image, completion } = job
  const characterTexts = character ? [character.name, character.greeting, character.context] : []
  const exchanges = [...(character?.examples ?? []), ...history]
  const exchanged = exchanges.flatMap(({ inputData, outputData, rounds }) => [
    inputData,
    outputData,
    textOfRounds(rounds),
  ])
  const documented = (completion?.tools ?? []).flatMap(({ name, description = '', parameters }) => [
    name,
    description,
    parameters,
  ])
  const { beginning = completion?.beginning ?? '' } = job
  const requested = [textOfRounds(completion?.rounds), beginning, ...documented]
  const texts = [message, instructions, roomInstructions, ...characterTexts, ...exchanged, ...requested]
  return Math.min(
    most,
    texts.reduce((sum, text) => sum + tokensIn(text), image ? limits.imageTokens : 0),
  )
}

function textOfRounds(rounds: readonly ToolRound[] = []): string {
  return rounds.flatMap(({ text, calls }) => [text, ...calls.map((call) => call.arguments + call.result)]).join('')
}

/** The data of an ended reply that determines its cost. */
export type EndedReply = Pick<Generation, 'status' | 'text' | 'receipt' | 'promptEstimate'> &
  Partial<Pick<Generation, 'continuesFrom'>>

/** The cost: the tokens that the model counted, else an estimate. A failure without text is free. */
export function tokensOf({ status, text, receipt, promptEstimate, continuesFrom }: EndedReply): number {
  // what a continuation continues has been charged
  const written = text.slice(continuesFrom ?? 0)
  if (status === 'FAILED' && written === '') return 0
  if (receipt) return receipt.promptTokens + receipt.replyTokens
  return promptEstimate + tokensIn(written)
}
