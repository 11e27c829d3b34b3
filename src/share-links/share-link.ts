import { column, type RowOf } from '@parley/statements'

/** A link to a copy of a chat as it was. Instants are epoch milliseconds. */
export const shareLinkColumns = {
  /** Random, of 128 bits: the first part of the token. */
  id: column.text(22, { primary: true }),
  ownerId: column.ref(),
  roomId: column.ref(),
  /** Null for a chat without one. */
  title: column.text(200, { nullable: true }),
  /** The name of the character; null in a room with the assistant. */
  character: column.text(100, { nullable: true }),
  /** The messages and replies of the copy, as HTML. */
  entries: column.json<readonly SharedEntry[]>(),
  entryCount: column.count(),
  createdAt: column.instant(),
}
export type ShareLink = RowOf<typeof shareLinkColumns>

export interface SharedEntry {
  /** HTML that this program has made: every text of people and models in it is escaped. */
  readonly message: string
  /** The name of the persona that has sent the message; absent without one. */
  readonly sender?: string
  /** Whether the message had a picture, which the copy leaves out. */
  readonly hadPicture: boolean
  /** As HTML of the same kind. */
  readonly reply: string
  /** The pages of the web that the model was given to read for the reply; absent without any. */
  readonly sources?: readonly SharedSource[]
}

interface SharedSource {
  readonly number: number
  readonly title: string
  /** An http or https URL. */
  readonly link: string
}
