import type { Config } from '../config/config.js'
import type { Database } from '../database/database.js'
import type { Idempotency } from '../idempotency/idempotency.js'
import { ImageEncoder } from '../images/image-encoder.js'
import { Images } from '../images/images.js'
import type { Logger } from '../logger.js'
import type { ImageStore } from '../ports/image-store/image-store.js'
import { imageHostsOf } from './image-hosts.js'

export interface ImageParts {
  readonly database: Database
  readonly imageStore: ImageStore
  readonly idempotency: Idempotency
  readonly clock: () => number
  readonly log: Logger
}

export function createImages(config: Config, parts: ImageParts): Images {
  const { database, imageStore: store, idempotency, clock, log } = parts
  const adapters = { database, store, encoder: new ImageEncoder() }
  return new Images({ ...adapters, idempotency, clock, log, publicUrl: config.publicUrl, hosts: imageHostsOf(config) })
}
