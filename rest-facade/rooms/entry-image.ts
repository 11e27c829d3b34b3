import { z } from 'zod'
import { rules } from '../../schema/rules.js'
import type { Refusals } from '../../src/http/openapi/endpoint.js'
import type { FacadeSettings } from '../contract/settings.js'

/** The `img_url` of an entry in a chatbot room; on some lines a stored image (contract: images.6, images.8). */
export function entryImage({ imageHosts, line }: FacadeSettings): z.ZodType<string> {
  const image = rules.storedImageUrl(imageHosts)
  return line.has('servedImages') ? image.describe('Must answer a HEAD request with 200.') : image
}

/** The refusals of an entry because of its image, beside validation faults. */
export function imageRefusals({ line }: FacadeSettings): Refusals {
  return line.has('servedImages') ? { unavailable: 'Too many images are being asked for.' } : {}
}

/** An office room has no images; the value is ignored (contract: chat-logs.2). */
export const ignoredImage = z
  .unknown()
  .optional()
  .transform(() => undefined)
