/** Finds the texts that end a reply in a stream of pieces. Holds back only a possible beginning of one. */
export class StopMarkers {
  #held = ''
  #hasStopped = false

  constructor(private readonly markers: readonly string[]) {}

  get isStopped(): boolean {
    return this.#hasStopped
  }

  /** The text that can be published now; empty after a marker was found. */
  push(piece: string): string {
    if (this.#hasStopped) return ''
    const text = this.#held + piece
    const ends = this.markers.map((marker) => text.indexOf(marker)).filter((index) => index >= 0)
    this.#hasStopped = ends.length > 0
    const end = this.#hasStopped ? Math.min(...ends) : text.length - this.#openLength(text)
    this.#held = this.#hasStopped ? '' : text.slice(end)
    return text.slice(0, end)
  }

  /** The held-back text, for a reply that ends without a marker. */
  rest(): string {
    const rest = this.#held
    this.#held = ''
    return rest
  }

  #openLength(text: string): number {
    return Math.max(0, ...this.markers.map((marker) => openLength(text, marker)))
  }
}

/** The longest end of `text` that is a beginning of `marker`. */
export function openLength(text: string, marker: string): number {
  for (let length = Math.min(marker.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(marker.slice(0, length))) return length
  }
  return 0
}
