import type { CallSyntax } from '../template/chat-template.js'
import type { Chosen } from './local-reply.js'
import { StopMarkers } from '../text/stop-markers.js'

interface TextPartOptions {
  /** Texts that end it. */
  readonly ends: readonly string[]
  /** When it may be followed by a tool call. */
  readonly syntax: CallSyntax | undefined
  /** Whether a grammar allows only JSON or a call. */
  readonly hasFormat: boolean
}

/** The text of a reply before its tool call. Holds back spaces that may precede a call. */
export class TextPart {
  readonly #ends: StopMarkers
  readonly #calls: StopMarkers
  #published = ''
  #spaces = ''
  #isCall = false

  constructor(private readonly options: TextPartOptions) {
    const { ends, syntax, hasFormat } = options
    this.#ends = new StopMarkers(ends)
    this.#calls = new StopMarkers(typeof syntax?.trigger === 'string' && !hasFormat ? [syntax.trigger] : [])
  }

  /** Whether a call has begun. */
  get hasCall(): boolean {
    return this.#isCall
  }

  get isOver(): boolean {
    return this.#isCall || this.#ends.isStopped
  }

  /** What was published so far. */
  get text(): string {
    return this.#published
  }

  /** The text that can be published now. */
  push(chosen: Pick<Chosen, 'token' | 'text'>): string {
    this.#isCall = this.#beginsCall(chosen)
    const piece = this.#ends.push(this.#isCall ? this.#calls.rest() : this.#calls.push(chosen.text))
    this.#isCall = (this.#isCall || this.#calls.isStopped) && !this.#ends.isStopped
    return this.#publish(this.#isCall ? piece + this.#ends.rest() : piece)
  }

  /** The held-back text with what follows it, for a reply that ends. */
  rest(text: string): string {
    return this.#spaces + this.#ends.push(this.#calls.push(text) + this.#calls.rest()) + this.#ends.rest()
  }

  #beginsCall({ token, text }: Pick<Chosen, 'token' | 'text'>): boolean {
    const { syntax, hasFormat } = this.options
    if (!syntax) return false
    // JSON may contain such a token, but not begin with its text
    return hasFormat
      ? this.#published === '' && text !== '' && syntax.triggerText.startsWith(text.slice(0, 1))
      : token === syntax.trigger
  }

  #publish(piece: string): string {
    if (!this.options.syntax) return piece
    const whole = this.#spaces + piece
    const text = whole.trimEnd()
    this.#spaces = whole.slice(text.length)
    this.#published += text
    return text
  }
}
