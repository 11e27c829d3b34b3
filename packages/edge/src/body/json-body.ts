import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { hasMoreCommas, parsedBytes, tooDeepAt } from '@parley/runtime'
import { jsonInvalid } from '../errors/input-faults.js'
import { refusals } from '../errors/http-error.js'
import { jsonFaultPosition } from './json-position.js'
import { holdBytes } from '../load/request-memory.js'
import { GatheredBytes } from './gathered-bytes.js'
import { largeBodyTurn } from './large-body-turn.js'

export const jsonBodyLimitBytes = 1_048_576

/** Of a large body, which is accepted only where it is announced: its memory is counted before it arrives. */
export const largeJsonBodyLimitBytes = 8 * 1_048_576
/** Between values of a large body: `{},{},` grows to twenty times its length. */
const mostCommas = 100_000

/**
 * Reads a JSON body of at most 8 MiB where its length is announced and it is not compressed, and of 1 MiB otherwise. Throws as
 * readJsonBody, and HttpError 413 for a large one of more than 100,000 values.
 */
export async function readLargeJsonBody(request: IncomingMessage): Promise<unknown> {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = request.headers
  const isAnnounced = length !== undefined && encoding.trim().toLowerCase() === 'identity'
  return readJsonBody(request, isAnnounced ? largeJsonBodyLimitBytes : jsonBodyLimitBytes, mostCommas)
}

/**
 * Reads a JSON body of at most `limitBytes`, before and after inflation; `undefined` for an empty body. Call it only
 * after the token check. Throws HttpError 413, 415, or 422 `json_invalid` with the byte position (contract: errors.6).
 */
export async function readJsonBody(
  request: IncomingMessage,
  limitBytes: number = jsonBodyLimitBytes,
  commasOfLarge = Infinity,
): Promise<unknown> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (!isJson(request.headers['content-type'])) throw refusals.unsupportedMediaType()
  if (encoding !== 'identity' && encoding !== 'gzip') throw refusals.unsupportedMediaType()
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw refusals.payloadTooLarge()
  const bytes = encoding === 'gzip' ? await collectInflated(request, limitBytes) : await collect(request, limitBytes)
  holdBytes(request, bytes.length)
  await largeBodyTurn(request, bytes.length)
  if (bytes.length > jsonBodyLimitBytes && commasOfLarge < Infinity) {
    const text = bytes.toString()
    if (hasMoreCommas(text, commasOfLarge)) throw refusals.payloadTooLarge()
    holdBytes(request, parsedBytes(text))
  }
  return bytes.length === 0 ? undefined : parseJson(bytes)
}

/** Parses UTF-8 JSON, with or without a byte order mark. What is deeper than 512 levels is refused like a fault of the text. */
export function parseJson(bytes: Buffer): unknown {
  const text = new TextDecoder().decode(bytes)
  const markBytes = bytes.indexOf('\ufeff') === 0 ? 3 : 0
  if (!isUtf8(bytes)) throw refusals.invalid([jsonInvalid(firstDifference(bytes, Buffer.from(text), markBytes))])
  const faultAt = (position: number) =>
    refusals.invalid([jsonInvalid(markBytes + Buffer.byteLength(text.slice(0, position)))])
  const tooDeep = tooDeepAt(text)
  if (tooDeep !== undefined) throw faultAt(tooDeep)
  try {
    return JSON.parse(text)
  } catch {
    throw faultAt(jsonFaultPosition(text))
  }
}

/** Invalid UTF-8 decodes to U+FFFD, so the first byte that differs after the round trip is the faulty one. */
function firstDifference(bytes: Buffer, roundTrip: Buffer, offset: number): number {
  const position = roundTrip.findIndex((byte, index) => byte !== bytes[index + offset])
  return offset + (position === -1 ? roundTrip.length : position)
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined) return true
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type.trim())) return false
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
}

function collectInflated(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const inflated = createGunzip()
  request.pipe(inflated)
  return collect(inflated, limitBytes, request).finally(() => {
    request.unpipe(inflated)
    inflated.destroy()
  })
}

/**
 * The bytes of a body. Throws HttpError 413 above the limit, 400 when the client disconnects before its end.
 *
 * Uses events: leaving a `for await` loop destroys the request, and the client would not receive the answer.
 */
export function collect(stream: Readable, limitBytes: number, source: Readable = stream): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gathered = new GatheredBytes()
    let size = 0
    const stop = () => {
      stream.off('data', onData)
      // the rest of the body is discarded, so that the connection can be reused
      source.unpipe()
      source.resume()
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) return gathered.append(chunk)
      stop()
      reject(refusals.payloadTooLarge())
    }
    stream.on('data', onData)
    stream.on('end', () => {
      resolve(gathered.joined())
    })
    stream.on('error', () => {
      stop()
      reject(stream === source ? refusals.badRequest() : refusals.invalid([jsonInvalid(0)]))
    })
    source.on('close', () => {
      // after a complete body the promise is already settled; otherwise the client has disconnected
      if (!source.readableEnded) reject(refusals.badRequest())
    })
  })
}
