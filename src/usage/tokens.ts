import { limits } from '../limits.js'
import type { ConversationMessage } from '../tool-calls/completion-options.js'
import { imagesIn, type ReplyJob } from '../ports/reply-generator/reply-generator.js'
import type { Generation } from '../replies/generation.js'

/** An average over many languages and tokenizers: four letters of English, or one and a third of Korean. */
const bytesPerToken = 4

/** The estimated tokens of a text that a model did not count. */
export function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
}

/** The most letters of a token on average that tokenizers of today reach, of alphabets and of other scripts. */
const lettersPerToken = { ofAlphabets: 5, ofOthers: 2 }
const firstOfOthers = 0x0800

/** The tokens that a text has at least, whatever the tokenizer: white space between words costs nothing. */
export function fewestTokensIn(text: string): number {
  let [letters, others] = [0, 0]
  for (const character of text.replaceAll(/\s{2,}/g, ' ')) {
    if ((character.codePointAt(0) ?? 0) < firstOfOthers) letters += 1
    else others += 1
  }
  return Math.floor(letters / lettersPerToken.ofAlphabets + others / lettersPerToken.ofOthers)
}

/** The estimated tokens of a job's prompt. At most `most`, the context size: further text does not reach the model. */
export function promptTokensOf(job: ReplyJob, most: number): number {
  const {
    message,
    history,
    character,
    instructions = '',
    roomInstructions = '',
    lore = [],
    passages = [],
    persona,
    completion,
  } = job
  const characterTexts = character
    ? [
        ...[character.name, character.greeting, character.context, ...(character.system ?? [])],
        ...(character.notes ?? []).map(({ text }) => text),
      ]
    : []
  const exchanges = [...(character?.examples ?? []), ...history]
  const exchanged = exchanges.flatMap(({ inputData, outputData }) => [inputData, outputData])
  const documented = (completion?.tools ?? []).flatMap(({ name, description = '', parameters }) => [
    name,
    description,
    parameters,
  ])
  const requested = [...(completion?.messages ?? []).map(textOf), job.beginning ?? '', ...documented]
  const texts = [
    message,
    instructions,
    roomInstructions,
    ...lore.map(({ text }) => text),
    ...passages.map(({ text }) => text),
    ...(persona ? [persona.name, persona.description] : []),
    ...characterTexts,
    ...exchanged,
    ...requested,
  ]
  return Math.min(
    most,
    texts.reduce((sum, text) => sum + tokensIn(text), imagesIn(job) * limits.imageTokens),
  )
}

function textOf(message: ConversationMessage): string {
  const calls = message.role === 'assistant' ? (message.calls ?? []) : []
  const passed = [message.fields, ...calls.map(({ fields }) => fields)].join('')
  return message.text + calls.map((call) => call.arguments).join('') + passed
}

/** The data of an ended reply that determines its cost. */
export type EndedReply = Pick<
  Generation,
  'status' | 'text' | 'thoughts' | 'receipt' | 'promptEstimate' | 'continuesFrom'
>

/** The cost: the tokens that the model counted, else an estimate. A failure without text and thoughts is free. */
export function tokensOf({ status, text, thoughts, receipt, promptEstimate, continuesFrom }: EndedReply): number {
  // what a continuation continues has been charged
  const written = text.slice(continuesFrom ?? 0)
  if (status === 'FAILED' && written === '' && !thoughts) return 0
  if (receipt) return receipt.promptTokens + receipt.replyTokens
  return promptEstimate + tokensIn(written) + tokensIn(thoughts ?? '')
}
