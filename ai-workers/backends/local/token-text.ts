import type { Token } from 'node-llama-cpp'

type Detokenize = (tokens: readonly Token[], before: readonly Token[]) => string

const replacement = '\uFFFD'
const incompleteEnd = /\uFFFD+$/
/** A character has at most four bytes, each possibly a token; more incomplete tokens never become a character. */
const patience = 8

/**
 * Decodes tokens as they are generated. A character that is split over tokens is held back until it is complete; broken
 * bytes are never returned.
 */
export class TokenText {
  private said: readonly Token[] = []
  private pending: Token[] = []
  private given = 0

  constructor(private readonly detokenize: Detokenize) {}

  push(token: Token): string {
    this.pending.push(token)
    const text = this.detokenize(this.pending, this.said)
    const whole = text.replace(incompleteEnd, '')
    const piece = whole.slice(this.given)
    this.given = whole.length
    if (whole === text || this.pending.length >= patience) this.settle()
    return piece.replaceAll(replacement, '')
  }

  private settle(): void {
    this.said = [...this.said, ...this.pending].slice(-patience)
    this.pending = []
    this.given = 0
  }
}
