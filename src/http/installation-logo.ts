import { Readable } from 'node:stream'
import type { IRouter } from 'express'
import type { Logo } from '../logo.js'
import type { Endpoint } from './openapi/endpoint.js'
import { mountImages, thumbnailEndpoint } from './thumbnails.js'

const path = '/installation-logo'

/** The endpoint of `mountLogo`, for documents. */
export const logoEndpoint: Endpoint = {
  ...thumbnailEndpoint,
  about: {
    id: 'readLogo',
    tag: 'images',
    summary: 'Fetch the logo of the installation',
    details: 'Requires no credential. Its address is `logoUrl` of the query `installation`, and changes with the logo.',
  },
  paths: [path],
  refuses: { ...thumbnailEndpoint.refuses, notFound: 'The installation has no logo, or another one.' },
}

/** `GET /installation-logo?id=`, for pages of any site. */
export function mountLogo(router: IRouter, read: () => Promise<Logo | null>): void {
  mountImages(router, path, async (id) => {
    const logo = await read()
    if (logo?.id !== id) return undefined
    const { contentType, bytes } = logo
    return {
      contentType,
      size: bytes.length,
      read: ({ start, end } = { start: 0, end: bytes.length - 1 }) => Readable.from([bytes.subarray(start, end + 1)]),
      close: () => Promise.resolve(),
    }
  })
}
