import { z } from 'zod'
import { json } from './answers.js'
import { idempotencyHeader } from './idempotency.js'
import { runRoute } from './route.js'
import type { Route } from './route.js'

/** The way of a file into GraphQL: upload it here, then give its id to a mutation. */
export const imagesRoutes: readonly Route[] = [
  runRoute({
    method: 'post',
    path: '/images',
    token: 'required',
    request: z.object({ header: idempotencyHeader }),
    file: { isAllThatCounts: true },
    run: async ({ header }, _execute, upload) => {
      const { id, url } = await upload.require({ operation: 'storeImage', key: header['idempotency-key'] })
      return json({ id, url })
    },
  }),
]
