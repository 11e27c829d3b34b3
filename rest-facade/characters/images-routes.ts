import { z } from 'zod'
import { json } from '../rows/answers.js'
import { idempotencyHeader } from '../rows/idempotency.js'
import { runRoute, type Route } from '../rows/route.js'
import type { StoredImage } from '../rows/schema-client.js'

const unfit = (types: string) => `The file is empty, not a ${types}, larger than 5 MiB, broken or too large to decode.`

const uploadTypes = 'JPEG, PNG, GIF or still WebP'
export const unfitImage = unfit('JPEG, PNG or GIF')

/** The file argument of a mutation; a file takes precedence over a sent image id or address. */
export function imageOf(image: StoredImage | undefined): { imageId?: string } {
  return image ? { imageId: image.id } : {}
}

/** Uploads for GraphQL clients: upload the file here, then pass its id to a mutation. */
export const imagesRoutes: readonly Route[] = [
  runRoute({
    about: {
      id: 'storeImage',
      tag: 'images',
      summary: 'Upload an image',
      details:
        'The id can be used for a character, for the profile of the caller or for a message. Unused images are deleted after an hour.',
    },
    method: 'post',
    path: '/images',
    token: 'required',
    request: z.object({ header: idempotencyHeader }),
    answers: z.object({ id: z.string(), url: z.string() }),
    refuses: { badRequest: unfit(uploadTypes) },
    file: { types: uploadTypes, isRequired: true, oversizeIsFileFault: true },
    run: async ({ header }, _execute, { upload }) => {
      const { id, url } = await upload.require({
        operation: 'storeImage',
        key: header['idempotency-key'],
        acceptsWebp: true,
      })
      return json({ id, url })
    },
  }),
]
