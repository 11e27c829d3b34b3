import type { IRouter } from 'express'
import { z } from 'zod'
import { mountPath, sendBytes } from '@parley/edge'
import { preferredLanguage, type Language } from '../languages.js'
import type { Endpoint } from './openapi/endpoint.js'
import { refuseLink, tokenOf } from './pages/form-page.js'

/** A file with one chat. */
interface RoomFile {
  readonly name: string
  readonly contentType: string
  read(): AsyncIterable<Uint8Array>
}

/** Undefined for a link that is unknown, expired or has ended. */
type OpenRoomFile = (token: string, language: Language) => Promise<RoomFile | undefined>

/** The endpoint of `mountRoomExport`, for documents. */
export const roomExportEndpoint: Endpoint = {
  about: {
    id: 'downloadRoom',
    tag: 'rooms',
    summary: 'Download a chat by its link',
    details:
      'Requires no credential. The connection is closed before the end of the file when the room is deleted meanwhile, or access to it ends.',
  },
  method: 'get',
  paths: ['/room-export'],
  token: 'none',
  request: z.object({ query: z.object({ token: z.string() }) }),
  names: {},
  answers: 'conversation',
  refuses: { notFound: 'The link is expired or unknown, the session has ended, or the room was deleted.' },
}

/** `GET /room-export?token=`: the file of a chat. */
export function mountRoomExport(router: IRouter, open: OpenRoomFile): void {
  mountPath(router, '/room-export', {
    get: async (request, response) => {
      const file = await open(tokenOf(request), preferredLanguage(request.headers['accept-language']))
      if (!file) {
        refuseLink(request, response)
        return
      }
      response.attachment(file.name).set({
        'Content-Type': file.contentType,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      })
      if (request.method === 'HEAD') response.end()
      else await sendBytes(file.read(), response)
    },
  })
}
