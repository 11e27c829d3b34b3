import { type DocumentFormat, type MissingPart, type RefusalReason, refusalMessages } from '@parley/documents'
import { column, type RowOf } from '@parley/statements'
import { limits, patterns } from '../limits.js'
import { formatFault, line } from '../text-rules.js'

/** Of the texts of files. */
export { documentFormats, missingReasons } from '@parley/documents'

/** What the text of a file is: not there yet, complete, incomplete, none. */
export const fileStates = ['READING', 'WHOLE', 'IN_PART', 'UNREADABLE'] as const
export type FileState = (typeof fileStates)[number]

/** Why a file has no text, with the sentence that a person reads: its document was refused, or its bytes could not be read. */
export const unreadableMessages = {
  ...refusalMessages,
  interrupted: 'This file could not be read: reading it was interrupted twice',
  lost: 'The bytes of this file are lost',
} as const satisfies Readonly<Record<RefusalReason, string>> & Readonly<Record<string, string>>
export type UnreadableReason = keyof typeof unreadableMessages
export const unreadableReasons = Object.keys(unreadableMessages) as readonly UnreadableReason[]

/** The name of an uploaded file, on one line. */
export const fileName = line(limits.fileNameLength).regex(
  patterns.withoutOuterSpace,
  formatFault('a name must not begin or end with a space'),
)

/**
 * An uploaded file; its bytes are in the file store under the same id, and its text in passages. Only its owner reads it. Instants
 * are epoch milliseconds.
 */
export const fileColumns = {
  /** 22 random letters of base64url. */
  id: column.text(64, { primary: true }),
  ownerId: column.ref(),
  /** The row of the room of the messages that it was sent with; null before one, and when they were removed. */
  roomId: column.ref({ nullable: true }),
  /** The first and the last entry of the room with such a message; null before its entry is written. */
  firstEntry: column.count({ nullable: true }),
  lastEntry: column.count({ nullable: true }),
  name: column.text(limits.fileNameLength),
  /** As the client has sent it; the bytes decide the format. */
  mediaType: column.text(100),
  /** The size of the stored file. */
  bytes: column.count(),
  state: column.text<FileState>(10),
  format: column.text<DocumentFormat>(20, { nullable: true }),
  /** Of a file of characters: as it was read, whether that was a guess, and what its owner has chosen. */
  encoding: column.text(20, { nullable: true }),
  encodingIsGuess: column.flag({ default: false }),
  chosenEncoding: column.text(20, { nullable: true }),
  /** Of a PDF. */
  pages: column.count({ nullable: true }),
  /** Of its text, in UTF-16 code units. */
  characters: column.count({ nullable: true }),
  /** What the file has and its text has not; null unless IN_PART. */
  missing: column.json<readonly MissingPart[]>({ nullable: true }),
  /** Null unless UNREADABLE. */
  reason: column.text<UnreadableReason>(20, { nullable: true }),
  /** How often reading it has begun. */
  attempts: column.count({ default: 0 }),
  /** The name of the lease of the instance that reads it, new with every claim, and its end. Later any instance may claim it. */
  lease: column.text(36, { default: '' }),
  leaseUntil: column.instant({ default: 0 }),
  createdAt: column.instant(),
  /** When it was uploaded, was last sent, or last lost its room: without an entry it is deleted a day later. */
  claimedAt: column.instant(),
}
export type StoredFile = RowOf<typeof fileColumns>
