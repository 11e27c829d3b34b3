/** Finds the end of a JSON object that arrives in pieces. Reads each piece once, and does not parse it. */
export class ObjectEnd {
  #depth = 0
  #isText = false
  #isEscaped = false
  #isReached = false

  get isReached(): boolean {
    return this.#isReached
  }

  /** The part of a piece that belongs to the object. A text that has no object has no end. */
  read(piece: string): string {
    if (this.#isReached) return ''
    for (let at = 0; at < piece.length; at += 1) {
      if (!this.#isEndAt(piece.charAt(at))) continue
      this.#isReached = true
      return piece.slice(0, at + 1)
    }
    return piece
  }

  #isEndAt(character: string): boolean {
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.#isText && character === '\\') this.#isEscaped = true
    else if (character === '"') this.#isText = !this.#isText
    else if (!this.#isText && character === '{') this.#depth += 1
    else if (!this.#isText && character === '}') {
      this.#depth -= 1
      return this.#depth === 0
    }
    return false
  }
}
