import type { Config } from '../src/config/config.js'

/** host[:port] that the URL of a stored image may have (contract: images.7). */
export function imageHostsOf({ imageHost, publicUrl }: Config): readonly string[] {
  return [imageHost, new URL(publicUrl).host]
}
