import type { Token } from 'node-llama-cpp'

type Detokenize = (tokens: readonly Token[], before: readonly Token[]) => string

const replacement = '\uFFFD'
const incompleteEnd = /\uFFFD+$/
/** A character has at most four bytes, each possibly a token; more incomplete tokens never become a character. */
const maxPending = 8

/**
 * Decodes tokens as they are generated. A character that is split over tokens is held back until it is complete; broken
 * bytes are never returned.
 */
export class TokenText {
  #context: readonly Token[] = []
  #pending: Token[] = []
  #returnedLength = 0

  constructor(private readonly detokenize: Detokenize) {}

  push(token: Token): string {
    this.#pending.push(token)
    const text = this.detokenize(this.#pending, this.#context)
    const whole = text.replace(incompleteEnd, '')
    const piece = whole.slice(this.#returnedLength)
    this.#returnedLength = whole.length
    if (whole === text || this.#pending.length >= maxPending) this.#commit()
    return piece.replaceAll(replacement, '')
  }

  #commit(): void {
    this.#context = [...this.#context, ...this.#pending].slice(-maxPending)
    this.#pending = []
    this.#returnedLength = 0
  }
}
