import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { IRouter } from 'express'
import { systemErrorCode } from '../system-error-code.js'
import { refusals } from './errors/http-error.js'
import { mountPath } from './paths.js'

/** A readable archive: its link is used up. */
interface Archive {
  readonly size: number
  read(): AsyncIterable<Uint8Array>
}

/** `GET /data-export?token=`: one download. HEAD is answered like an unknown link, so that no preview uses it up. */
export function mountDataExport(router: IRouter, open: (token: string) => Promise<Archive | undefined>): void {
  mountPath(router, '/data-export', {
    get: async (request, response) => {
      const { token } = request.query
      const archive = request.method === 'GET' && typeof token === 'string' ? await open(token) : undefined
      if (!archive) throw refusals.notFound()
      response.set({
        'Content-Type': 'application/zip',
        'Content-Length': String(archive.size),
        'Content-Disposition': 'attachment; filename="my-data.zip"',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      })
      try {
        await pipeline(Readable.from(archive.read()), response)
      } catch (error) {
        // the client disconnected
        if (systemErrorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
      }
    },
  })
}
