import type { FileHandles } from './file-handles.js'
import type { LoadMonitor } from './load-monitor.js'
import type { UnsentBytes } from './unsent-bytes.js'

/** The limits that all listeners of a process share. */
export interface ProcessLimits {
  /** Decides whether new work may begin. */
  readonly load: LoadMonitor
  /** Counts the memory that the process uses for its clients. */
  readonly unsent: UnsentBytes
  /** Keeps file handles free. */
  readonly handles: FileHandles
  /** Connections that one address may have open at one listener; an IPv6 address counts by its /64. */
  readonly connectionsPerAddress: number
  /** How long a connection without a request is kept, in milliseconds. */
  readonly keepAliveMs: number
}
