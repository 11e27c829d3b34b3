import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import multer, { MulterError } from 'multer'
import { refusals } from './http-error.js'
import { jsonBodyLimitBytes } from './json-body.js'
import { lastValues } from './last-values.js'

export const multipartLimitBytes = 6_291_456

/** Bounds of one form, in pieces and bytes. Brackets in a name would build lists and objects, so none are taken. */
export const multipartLimits = {
  fields: 32,
  fieldNameSize: 100,
  fieldSize: jsonBodyLimitBytes,
  fieldNestingDepth: 0,
  files: 1,
  fileSize: 0,
  parts: 33,
} as const

const readFields = multer({ limits: multipartLimits, defParamCharset: 'utf8' }).none()

export function isMultipart(request: IncomingMessage): boolean {
  return /^multipart\/form-data\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')
}

/**
 * Reads the text fields of a form as the keys of a JSON body; nothing is ever written to a disk. Call it after the token
 * check only. Throws HttpError 400 for a malformed form, 413 past a bound and 415, or MulterError, which the error
 * middleware answers.
 */
export function readMultipartBody(request: Request, response: Response): Promise<Record<string, unknown>> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = 0 } = request.headers
  if (encoding.trim().toLowerCase() !== 'identity') throw refusals.unsupportedMediaType()
  if (Number(length) > multipartLimitBytes) throw refusals.payloadTooLarge()
  return new Promise((resolve, reject) => {
    const stopCounting = limitTotal(request, () => reject(refusals.payloadTooLarge()))
    readFields(request, response, (error: unknown) => {
      stopCounting()
      if (error instanceof MulterError) return reject(error)
      const fields = error === undefined ? fieldsOf(request.body) : undefined
      return fields ? resolve(fields) : reject(refusals.badRequest('Malformed upload'))
    })
  })
}

/** Counts what arrives, preamble and part headers too, which multer does not. Listens before multer begins to read. */
function limitTotal(request: Request, refuse: () => void): () => void {
  let size = 0
  const count = (chunk: Buffer) => {
    size += chunk.length
    if (size <= multipartLimitBytes) return
    stop()
    // the answer need not wait for what is still arriving: it is read and dropped, so that the connection can go on
    request.unpipe()
    request.resume()
    refuse()
  }
  const stop = () => {
    request.off('data', count)
  }
  request.on('data', count)
  return stop
}

/** Undefined where multer saw no form after all, or met text in a charset that nobody knows. */
function fieldsOf(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const fields = lastValues(body)
  return Object.values(fields).includes(undefined) ? undefined : fields
}
