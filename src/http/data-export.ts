import type { IRouter } from 'express'
import { z } from 'zod'
import { refusals } from './errors/http-error.js'
import type { Endpoint } from './openapi/endpoint.js'
import { mountPath } from './paths.js'
import { sendBytes } from './send-bytes.js'

/** A readable archive: its link is used up. */
interface Archive {
  readonly size: number
  read(): AsyncIterable<Uint8Array>
}

/** The endpoint of `mountDataExport`, for documents. */
export const dataExportEndpoint: Endpoint = {
  about: {
    id: 'downloadDataExport',
    tag: 'users',
    summary: 'Download an archive by its link',
    details: 'Requires no credential. The first answer uses the link up, even if the download breaks.',
  },
  method: 'get',
  paths: ['/data-export'],
  token: 'none',
  request: z.object({ query: z.object({ token: z.string() }) }),
  names: {},
  answers: 'archive',
  refuses: { notFound: 'The link is used, replaced, ended, expired or unknown. HEAD is always refused.' },
}

/** `GET /data-export?token=`: one download. HEAD is answered like an unknown link, so that no preview uses it up (contract: users.20). */
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
      await sendBytes(archive.read(), response)
    },
  })
}
