import type { ReplyJob, ReplyReceipt } from '../ports/reply-generator/reply-generator.js'

/** Of the text of people, over many languages and tokenizers: four letters of English, or one of Korean and a third. */
const bytesPerToken = 4

/** The estimated tokens of a text, where the model did not count them. */
export function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken)
}

/** About as many tokens as the prompt of a job has; `most` is what fits: the rest is not read. */
export function promptTokensOf({ message, history, character, instructions }: ReplyJob, most: number): number {
  const said = history.flatMap(({ inputData, outputData }) => [inputData, outputData])
  const sheet = character ? [character.name, character.greeting, character.context] : []
  const texts = [message, instructions ?? '', ...sheet, ...said]
  return Math.min(
    most,
    texts.reduce((sum, text) => sum + tokensIn(text), 0),
  )
}

/** A reply as far as it came. */
export interface EndedReply {
  readonly status: 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'QUEUED' | 'RUNNING'
  readonly text: string
  /** Of a model that has counted. */
  readonly receipt: ReplyReceipt | null
  /** 0 for one that never began. */
  readonly promptEstimate: number
}

/** What it cost: what the model counted, else an estimate of what it read and said. One that failed without a word is free. */
export function tokensOf({ status, text, receipt, promptEstimate }: EndedReply): number {
  if (status === 'FAILED' && text === '') return 0
  if (receipt) return receipt.promptTokens + receipt.replyTokens
  return promptEstimate + tokensIn(text)
}
