import { fewestTokensIn, tokensIn } from './tokens.js'

/** The least that is left for the reply. */
const shortestReply = 64

/**
 * How many characters of a message a context of so many tokens has room for, about, when the message alone does not fit;
 * undefined when it can fit. Where the worker estimates tokens it would refuse the message for certain; a tokenizer may
 * still refuse a message that is not refused here.
 */
export function exceededLength(message: string, contextTokens: number, isEstimated: boolean): number | undefined {
  const tokens = isEstimated ? tokensIn(message) : fewestTokensIn(message)
  const room = Math.max(1, contextTokens - shortestReply)
  return tokens <= room ? undefined : Math.floor((Array.from(message).length * room) / tokens)
}
