import type { Config } from '../../src/config/config.js'
import type { Idempotency } from '../../src/idempotency/idempotency.js'
import { ImageEncoder } from '../../src/images/image-encoder.js'
import { Images } from '../../src/images/images.js'
import type { Foundations } from '../foundations.js'
import { imageHostsOf } from '../image-hosts.js'

export function createImages(
  config: Config,
  { imageStore: store, ...parts }: Foundations & { idempotency: Idempotency },
): Images {
  const { database, idempotency, clock, log } = parts
  const adapters = { database, store, encoder: new ImageEncoder() }
  return new Images({ ...adapters, idempotency, clock, log, publicUrl: config.publicUrl, hosts: imageHostsOf(config) })
}
