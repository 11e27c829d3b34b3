import { column, type RowOf } from '@parley/statements'
import type { Language } from '../languages.js'

export const dataExportStatuses = ['RUNNING', 'READY', 'FAILED'] as const
export type DataExportStatus = (typeof dataExportStatuses)[number]

/** The forms of a file with one chat. */
export const roomExportFormats = ['MARKDOWN', 'JSON'] as const
export type RoomExportFormat = (typeof roomExportFormats)[number]

/** The newest export of an account's data. Instants are epoch milliseconds. */
export const dataExportColumns = {
  /** UUID */
  id: column.text(36, { primary: true }),
  userId: column.ref(),
  status: column.text<DataExportStatus>(10),
  /** The instance that writes it. */
  owner: column.text(36),
  leaseUntil: column.instant(),
  /** How often an instance has begun it. */
  attempts: column.count(),
  /** The random part of the names of its files: another one for each attempt. */
  fileKey: column.text(22),
  /** Its files in the file store, of 8 MiB each, the last one smaller. */
  parts: column.count(),
  bytes: column.count(),
  /** Rooms and images that are written, and all. */
  done: column.count(),
  total: column.count(),
  /** SHA-256 of the token of its link; null without a link, and after its use. */
  linkHash: column.text(64, { nullable: true }),
  /** What asked for it, its network and its language, as in notices to the owner. */
  client: column.text(60, { default: 'a program other than a browser' }),
  network: column.text(60, { default: '' }),
  language: column.text<Language>(2, { default: 'en' }),
  createdAt: column.instant(),
  /** When its row and its files are deleted. */
  expiresAt: column.instant(),
}
export type DataExport = RowOf<typeof dataExportColumns>
