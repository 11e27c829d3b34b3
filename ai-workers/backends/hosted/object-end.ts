/** Finds the end of a JSON object that arrives in pieces. Reads each piece once, and does not parse it. */
export class ObjectEnd {
  /** `other` is a text that does not begin with an object: its end is not known. */
  #state: 'start' | 'object' | 'string' | 'escape' | 'end' | 'other' = 'start'
  #depth = 0

  get isReached(): boolean {
    return this.#state === 'end'
  }

  /** Whether the object has begun and has no end yet. */
  get isAwaited(): boolean {
    return this.#depth > 0
  }

  /** What the piece adds to the text up to the end of its object. */
  read(piece: string): string {
    let at = 0
    while (at < piece.length && !this.isReached) {
      this.#pass(piece.charAt(at))
      at += 1
    }
    return piece.slice(0, at)
  }

  #pass(character: string): void {
    switch (this.#state) {
      case 'start':
        if (character.trim() === '') return
        this.#state = character === '{' ? 'object' : 'other'
        this.#depth = character === '{' ? 1 : 0
        return
      case 'object':
        this.#passInObject(character)
        return
      case 'string':
        if (character === '\\') this.#state = 'escape'
        else if (character === '"') this.#state = 'object'
        return
      case 'escape':
        this.#state = 'string'
        return
      case 'end':
      case 'other':
    }
  }

  #passInObject(character: string): void {
    if (character === '"') this.#state = 'string'
    else if (character === '{') this.#depth += 1
    else if (character === '}') {
      this.#depth -= 1
      if (this.#depth === 0) this.#state = 'end'
    }
  }
}
