export type DataExportStatus = 'RUNNING' | 'READY' | 'FAILED'

/** The newest export of an account's data. Instants are epoch milliseconds. */
export interface DataExport {
  /** UUID */
  readonly id: string
  readonly userId: number
  status: DataExportStatus
  /** The instance that writes it. */
  owner: string
  leaseUntil: number
  /** How often an instance has begun it. */
  attempts: number
  /** The random part of the names of its files: another one for each attempt. */
  fileKey: string
  /** Its files in the image store, of 8 MiB each, the last one smaller. */
  parts: number
  bytes: number
  /** Rooms and images that are written, and all. */
  done: number
  total: number
  /** SHA-256 of the token of its link; null without a link, and after its use. */
  linkHash: string | null
  readonly createdAt: number
  /** When its row and its files are deleted. */
  expiresAt: number
}
