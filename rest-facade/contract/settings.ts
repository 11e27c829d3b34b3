import type { Line } from './lines.js'

/** The settings of the documented endpoints. */
export interface FacadeSettings {
  readonly line: Line
  /** host[:port] that the URL of a stored image may have. */
  readonly imageHosts: readonly string[]
  /** The most characters of a message that asks for a reply. */
  readonly messageLimit: number
}
