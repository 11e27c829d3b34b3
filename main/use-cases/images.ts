import type { Config } from '../../src/config/config.js'
import type { Database } from '../../src/database/database.js'
import type { Idempotency } from '../../src/idempotency/idempotency.js'
import { ImageEncoder } from '../../src/images/image-encoder.js'
import { Images } from '../../src/images/images.js'
import type { Logger } from '../../src/logger.js'
import type { ImageStore } from '../../src/ports/image-store/image-store.js'
import { imageHostsOf } from '../image-hosts.js'

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
