import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { AppError } from '@parley/runtime'
import { refusals } from '../errors/http-error.js'
import { FormPieces } from './form-pieces.js'
import { jsonBodyLimitBytes } from './json-body.js'
import type { MemoryFileStorage } from './memory-file-storage.js'
import { lastValues } from './last-values.js'

export const multipartLimitBytes = 6_291_456
/** A form has this for its texts beside a file of its own limit. */
const textBytes = 1_048_576

/** The keys of a form, apart from its file. */
export const mostFormKeys = 32

/** A form may repeat a key, such as that of a list. */
const mostRepetitions = 64

const fields = mostFormKeys + mostRepetitions

/** Limits of one form, in parts and bytes. A name with brackets is refused, since it would create lists and objects. */
export const multipartLimits = {
  fields,
  fieldNameSize: 100,
  fieldSize: jsonBodyLimitBytes,
  fieldNestingDepth: 0,
  files: 1,
  fileSize: multipartLimitBytes,
  parts: fields + 1,
} as const

export interface FilePart {
  /** The name of its part; absent: any name. */
  readonly name?: string
  /** The keys whose parts can be repeated, a part for each item of a list. Of other keys the last part counts. */
  readonly lists?: readonly string[]
  /** The key of the body that stands for the file, whose bytes the operation gets beside its variables; the row gets no image. */
  readonly field?: string
  /** The most bytes of the file, where they are not those of an image. */
  readonly mostBytes?: number
  /** The accepted types, for documents; `JPEG, PNG or GIF` when absent. */
  readonly types?: string
  /** A form without it is refused. */
  readonly isRequired?: true
  /** A form above its limit is answered like a file above its limit (contract: images.3), not with 413. */
  readonly oversizeIsFileFault?: true
}

export function isMultipart(request: IncomingMessage): boolean {
  return /^multipart\/form-data\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')
}

/**
 * Reads the text fields of a form like the keys of a JSON body, and its file into `kept`; nothing is written to disk.
 * Call it only after the token check. Throws HttpError 400 for a malformed form, 413 above a limit and 415, or
 * MulterError, which the error middleware answers.
 */
export function readMultipartBody(
  request: Request,
  response: Response,
  { part, kept }: { part: FilePart; kept: MemoryFileStorage },
): Promise<Record<string, unknown>> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = 0 } = request.headers
  if (encoding.trim().toLowerCase() !== 'identity') throw refusals.unsupportedMediaType()
  const mostBytes = part.mostBytes === undefined ? multipartLimitBytes : part.mostBytes + textBytes
  if (Number(length) > mostBytes && !part.oversizeIsFileFault) throw refusals.payloadTooLarge()
  const form = multer({ storage: kept, limits: { ...multipartLimits, fileSize: mostBytes }, defParamCharset: 'utf8' })
  const readForm = part.name === undefined ? form.any() : form.single(part.name)
  const pieces = new FormPieces(request, mostBytes)
  return new Promise((resolve, reject) => {
    pieces.once('tooLarge', () => {
      if (!part.oversizeIsFileFault) return reject(refusals.payloadTooLarge())
      if (!kept.file) return reject(refusals.badRequest('The upload is too large'))
      kept.cut()
      resolve(fieldsOf(pieces.body, part) ?? {})
    })
    // multer needs no more of a request than its headers and its bytes
    readForm(pieces as unknown as Request, response, (error: unknown) => {
      pieces.discard()
      if (error instanceof MulterError || error instanceof AppError) return reject(error)
      const fields = error === undefined ? fieldsOf(pieces.body, part) : undefined
      return fields ? resolve(fields) : reject(refusals.badRequest('Malformed upload'))
    })
  })
}

/** Undefined when multer found no form, or text in an unknown charset. */
function fieldsOf(body: unknown, { lists = [] }: FilePart): Record<string, unknown> | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const sent: [string, unknown][] = Object.entries(body)
  const values = { ...lastValues(body), ...Object.fromEntries(sent.filter(([key]) => lists.includes(key))) }
  return Object.values(values).flat().includes(undefined) ? undefined : values
}
