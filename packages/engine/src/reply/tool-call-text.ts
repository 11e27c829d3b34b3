// The reply of a completion is one text on all its ways (ADR 0107): first the text of the assistant, then its tool calls,
// each with U+001E, id, U+001F, name, U+001F and arguments.

/** Record separator. */
const callStart = '\u001e'
/** Unit separator. */
const fieldEnd = '\u001f'

/** The beginning of a call, which its arguments follow. */
export function toolCallHead({ id, name }: { readonly id: string; readonly name: string }): string {
  return `${callStart}${id}${fieldEnd}${name}${fieldEnd}`
}

/** A text of a model without the two separators; JSON cannot have them. */
export function withoutSeparators(text: string): string {
  return text.replaceAll(callStart, '').replaceAll(fieldEnd, '')
}

export type ReplyPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly kind: 'arguments'; readonly index: number; readonly text: string }

/** Reads the text of a reply piece by piece, in its order. */
export class ReplyPartReader {
  #calls = 0
  /** The id and the name of a call as far as they were read. */
  #head: string | undefined

  read(delta: string): ReplyPart[] {
    return delta.split(callStart).flatMap((piece, at) => {
      if (at > 0) this.#head = ''
      return this.#readPiece(piece)
    })
  }

  #readPiece(piece: string): ReplyPart[] {
    if (this.#head === undefined) return this.#content(piece)
    this.#head += piece
    const [id = '', name = '', rest] = this.#head.split(fieldEnd)
    if (rest === undefined) return []
    this.#head = undefined
    this.#calls += 1
    return [{ kind: 'call', index: this.#calls - 1, id, name }, ...this.#content(rest)]
  }

  #content(text: string): ReplyPart[] {
    if (text === '') return []
    return this.#calls === 0 ? [{ kind: 'text', text }] : [{ kind: 'arguments', index: this.#calls - 1, text }]
  }
}
