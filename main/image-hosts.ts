import type { Config } from '../src/config/config.js'
import { publicPathOf } from '../src/public-path.js'

/** Allowed host[:port], with the path of `PUBLIC_URL` or without, in the URL of a stored image (contract: images.7). */
export function imageHostsOf({ imageHost, publicUrl }: Config): readonly string[] {
  const hosts = [imageHost, new URL(publicUrl).host]
  const publicPath = publicPathOf(publicUrl)
  return publicPath === '' ? hosts : [...hosts, ...hosts.map((host) => host + publicPath)]
}
