/** A shorter chunk is copied. */
const smallBytes = 4_096
const slabBytes = 16_384

/** The bytes of a body as they arrive. Small chunks are copied together: a buffer of its own costs each some hundred bytes. */
export class GatheredBytes {
  #chunks: Buffer[] = []
  /** The last of the chunks, of which only the beginning is in use. */
  #slab: { readonly buffer: Buffer; used: number } | undefined

  append(chunk: Buffer): void {
    // most bodies are one chunk
    if (chunk.length >= smallBytes || this.#chunks.length === 0) {
      this.#closeSlab()
      this.#chunks.push(chunk)
      return
    }
    if (this.#slab && this.#slab.used + chunk.length > slabBytes) this.#closeSlab()
    if (!this.#slab) {
      this.#slab = { buffer: Buffer.allocUnsafeSlow(slabBytes), used: 0 }
      this.#chunks.push(this.#slab.buffer)
    }
    this.#slab.used += chunk.copy(this.#slab.buffer, this.#slab.used)
  }

  /** All of them; not copied where they are in one buffer. */
  joined(): Buffer {
    this.#closeSlab()
    const [first = Buffer.alloc(0), ...others] = this.#chunks
    const all = others.length === 0 ? first : Buffer.concat(this.#chunks)
    this.#chunks = [all]
    return all
  }

  #closeSlab(): void {
    const { buffer, used } = this.#slab ?? {}
    if (buffer) this.#chunks[this.#chunks.length - 1] = buffer.subarray(0, used)
    this.#slab = undefined
  }
}
