import type { Line } from './lines.js'

export interface FacadeSettings {
  readonly line: Line
  /** host[:port], perhaps with a path, that the URL of a stored image may have. */
  readonly imageHosts: readonly string[]
  /** The maximum length of a message that requests a reply, in characters. */
  readonly messageLimit: number
}
