import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { smallBodyBytes } from '@parley/runtime'
import { pieceTurn } from './large-body-turn.js'

/** The most that is received of a form before its piece has had its turn. */
const pieceBytes = 262_144

type Done = (error?: Error | null) => void

/**
 * The bytes of a form in pieces. What follows the first small piece waits for a turn of its client, as a large JSON body
 * does: so others wait for the parsing of a piece, and not for that of a form. What arrives meanwhile is the next piece.
 *
 * Emits `tooLarge` when the form exceeds its limit, and reads no further.
 */
export class FormPieces extends Duplex {
  readonly headers: IncomingHttpHeaders
  /** The fields that multer finds. */
  body: unknown
  #received = 0
  #parsed: Done | undefined

  constructor(
    private readonly request: IncomingMessage,
    private readonly limitBytes: number,
  ) {
    super({ writableHighWaterMark: pieceBytes })
    this.headers = request.headers
    request.pipe(this)
    const disconnected = () => {
      if (!request.readableEnded) this.destroy()
    }
    request.once('close', disconnected)
    this.once('close', () => {
      request.off('close', disconnected)
      this.discard()
    })
    // while the token was checked
    if (request.destroyed) this.destroy()
  }

  /** Reads no further: the rest is discarded, so that the connection can be reused. */
  discard(): void {
    this.request.unpipe(this)
    this.request.resume()
  }

  override _read(): void {
    const parsed = this.#parsed
    this.#parsed = undefined
    parsed?.()
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: Done): void {
    const piece = Buffer.concat(chunks.map(({ chunk }) => chunk))
    this.#received += piece.length
    if (this.#received > this.limitBytes) {
      // the answer does not wait for the rest
      this.discard()
      this.emit('tooLarge')
      return
    }
    const pass = () => {
      this.#parsed = done
      if (this.push(piece)) this._read()
    }
    if (this.#received <= smallBodyBytes) pass()
    else pieceTurn(this.request, piece.length).then(pass, done)
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }
}
