import type { Config } from '../config/config.js'

/** host[:port] that the URL of a stored image may have (decisions 2). */
export function imageHostsOf({ imageHost, publicUrl }: Config): readonly string[] {
  return [imageHost, new URL(publicUrl).host]
}
