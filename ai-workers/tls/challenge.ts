import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { refusals } from '@parley/edge'

/** One path segment that is a valid name in every file system: no dot, no slash, nothing to decode. */
const safeToken = /^[A-Za-z0-9_-]{1,128}$/

const maxBytes = 65_536

/**
 * `GET /.well-known/acme-challenge/:token`: one file of a folder as text (contract: earlier-ai-lines.16). 404 for
 * anything but a regular file in the folder itself.
 */
export function challengeRoute(folder: string | undefined): RequestHandler {
  return async (request, response) => {
    const token = String(request.params['token'])
    const text = folder === undefined || !safeToken.test(token) ? undefined : await readToken(join(folder, token))
    if (text === undefined) throw refusals.notFound()
    response.set('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send(text)
  }
}

/** Undefined for a link, a folder, a pipe, or a file that is too large. */
async function readToken(path: string): Promise<Buffer | undefined> {
  let file: FileHandle | undefined
  try {
    // a link could lead anywhere, and reading a pipe without a writer would block forever
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = await file.stat()
    return found.isFile() && found.size <= maxBytes ? await readBounded(file) : undefined
  } catch {
    // an unreadable file counts as missing
    return undefined
  } finally {
    await file?.close()
  }
}

/** Bounded, because a file may grow while it is read. */
async function readBounded(file: FileHandle): Promise<Buffer> {
  const bytes = Buffer.alloc(maxBytes)
  const { bytesRead } = await file.read(bytes, 0, maxBytes, 0)
  return bytes.subarray(0, bytesRead)
}
