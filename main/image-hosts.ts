import type { Config } from '../src/config/config.js'

/** Allowed host[:port] in the URL of a stored image (contract: images.7). */
export function imageHostsOf({ imageHost, publicUrl }: Config): readonly string[] {
  return [imageHost, new URL(publicUrl).host]
}
