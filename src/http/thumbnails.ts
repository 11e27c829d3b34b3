import type { Readable } from 'node:stream'
import type { IRouter, Request, Response } from 'express'
import { z } from 'zod'
import { mountPath, refusals, sendBytes } from '@parley/edge'
import type { Endpoint } from './openapi/endpoint.js'

/** A readable image. The code that opened it closes it. */
interface Thumbnail {
  readonly contentType: string
  readonly size: number
  read(range?: ByteRange): Readable
  close(): Promise<void>
}

interface ByteRange {
  readonly start: number
  readonly end: number
}

/** The endpoint of `mountThumbnails`, for documents. */
export const thumbnailEndpoint: Endpoint = {
  about: {
    id: 'readImage',
    tag: 'images',
    summary: 'Fetch a stored image',
    details: 'Requires no credential. The bytes of an id never change.',
  },
  method: 'get',
  paths: ['/thumbnail'],
  token: 'none',
  request: z.object({ query: z.object({ id: z.string() }) }),
  names: {},
  answers: 'image',
  refuses: { notFound: 'The image does not exist.', rangeNotSatisfiable: 'The range is outside of the image.' },
}

/** Undefined for an unknown or invalid id. */
type OpenImage = (id: string) => Promise<Thumbnail | undefined>

/** `GET /thumbnail?id=`: stored images, for pages of any site (contract: images.4). The bytes of an id never change. */
export function mountThumbnails(router: IRouter, open: OpenImage): void {
  mountImages(router, '/thumbnail', open)
}

/** Serves images whose ids are in the query. */
export function mountImages(router: IRouter, path: string, open: OpenImage): void {
  mountPath(router, path, {
    get: async (request, response) => {
      const { id } = request.query
      if (typeof id !== 'string') throw refusals.notFound()
      const thumbnail = await open(id)
      if (!thumbnail) throw refusals.notFound()
      try {
        await answer(request, response, { ...thumbnail, tag: `"${id}"` })
      } finally {
        await thumbnail.close()
      }
    },
  })
}

async function answer(request: Request, response: Response, thumbnail: Thumbnail & { tag: string }): Promise<void> {
  const { contentType, size, tag } = thumbnail
  response.set('ETag', tag)
  const isFresh = request.fresh
  const range = isFresh ? undefined : rangeOf(request, size, tag)
  if (range === 'unsatisfiable') throw refusals.rangeNotSatisfiable(size)
  response.set({
    'Cache-Control': 'public, max-age=31536000, immutable',
    // by default pages of other origins could not show the image
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  if (isFresh) {
    response.status(304).end()
    return
  }
  const length = range ? range.end - range.start + 1 : size
  response.set({ 'Content-Type': contentType, 'Accept-Ranges': 'bytes', 'Content-Length': String(length) })
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  if (request.method === 'HEAD') response.end()
  else await sendBytes(thumbnail.read(range), response)
}

/** One range of the bytes; undefined for all bytes, also when several ranges are requested. */
function rangeOf(request: Request, size: number, tag: string): ByteRange | 'unsatisfiable' | undefined {
  if (request.method !== 'GET') return undefined
  const condition = request.get('If-Range')
  if (condition !== undefined && condition !== tag) return undefined
  const ranges = request.range(size)
  if (ranges === -1) return 'unsatisfiable'
  return ranges !== undefined && ranges !== -2 && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
}
