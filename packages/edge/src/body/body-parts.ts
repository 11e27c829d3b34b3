import type { IncomingMessage } from 'node:http'
import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { refusals } from '../errors/http-error.js'
import { releaseBody } from '../load/count-body.js'

interface BodyPartsOptions {
  readonly mostBytes: number
  /** Called with the length of each part. What it throws ends the body. */
  readonly onPart?: (bytes: number) => void
}

/**
 * The bytes of a body of any type as they arrive, for a reader that keeps none of them. Throws HttpError 413 above the limit and 415 for
 * a compressed body; the parts fail with 413 too, and with 400 when the client disconnects before its end. Once they are destroyed, the rest is
 * discarded, so that the connection can be reused.
 */
export function bodyParts(request: IncomingMessage, options: BodyPartsOptions): Readable {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = 0 } = request.headers
  if (encoding.trim().toLowerCase() !== 'identity') throw refusals.unsupportedMediaType()
  if (Number(length) > options.mostBytes) throw refusals.payloadTooLarge()
  // its parts are in memory one after the other
  releaseBody(request)
  return new BodyParts(request, options)
}

class BodyParts extends Transform {
  #received = 0

  constructor(
    private readonly request: IncomingMessage,
    private readonly options: BodyPartsOptions,
  ) {
    super()
    const disconnected = () => {
      if (!request.readableEnded) this.destroy(refusals.badRequest())
    }
    request.once('close', disconnected)
    this.once('close', () => request.off('close', disconnected))
    // its reader gets it too, unless it has left
    this.on('error', () => undefined)
    if (request.destroyed) disconnected()
    else request.pipe(this)
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#received += part.length
    if (this.#received > this.options.mostBytes) {
      done(refusals.payloadTooLarge())
      return
    }
    try {
      this.options.onPart?.(part.length)
    } catch (error) {
      done(error instanceof Error ? error : new Error('a body was refused', { cause: error }))
      return
    }
    done(null, part)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.request.unpipe(this)
    this.request.resume()
    done(error)
  }
}
