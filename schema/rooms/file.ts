import { Field, ID, Int, ObjectType } from 'type-graphql'
import {
  documentFormats,
  fileStates,
  missingReasons,
  type StoredFile,
  unreadableReasons,
} from '../../src/files/file.js'
import type { Passage } from '../../src/passages/passage.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { enumType } from '../enum-type.js'
import { LongText } from '../long-text.js'
import { payloadType } from '../payload-type.js'

export const FileState = enumType('FileState', fileStates, {
  description: 'What the server has of the text of a file. A model reads no other text of it.',
  values: {
    READING: 'It is being read, or waits for that.',
    WHOLE: 'All of its text.',
    IN_PART: 'A part of its text: `missing` says what is missing.',
    UNREADABLE: 'None: `reason` and `message` say why.',
  },
})

export const DocumentFormat = enumType('DocumentFormat', documentFormats, {
  description: 'What a file is. Its bytes decide that first, its name second.',
})

export const MissingReason = enumType('MissingReason', missingReasons, {
  description: 'What a file has that is not in its text.',
  values: {
    pages_without_text: 'Pages that are pictures, such as scanned ones.',
    unreadable_pages: 'Pages that a fault of the file hides.',
    pages_beyond_limit: 'Pages after the first 2,000.',
    characters_beyond_limit: 'UTF-16 code units after the first 4,000,000.',
    undecodable_characters: 'Bytes without a meaning in the encoding; the text has U+FFFD in their place.',
    unmapped_characters: 'Glyphs of a PDF without a character.',
    control_characters: 'Control characters, which are left out.',
    deletions: 'Tracked deletions: they are not valid text any more.',
    headers: 'Headers of pages.',
    footers: 'Footers of pages.',
    comments: 'Comments.',
    pictures: 'Pictures.',
    embedded_files: 'Files in the file.',
    frames: 'Frames of a page.',
  },
})

export const UnreadableReason = enumType('UnreadableReason', unreadableReasons, {
  description: 'Why a file has no text.',
  values: {
    encrypted: 'It needs a password.',
    broken: 'It is damaged.',
    no_text: 'It has no text, like scanned pages.',
    not_supported: 'It is of another format than these.',
    too_large: 'It, or what it inflates to, is too large.',
    timed_out: 'It needs too much time.',
    out_of_memory: 'It needs too much memory.',
    interrupted: 'Reading it was interrupted twice.',
    lost: 'The server has lost its bytes.',
  },
})

@ObjectType({ description: 'What is missing in the text of a file.' })
export class MissingPart {
  @Field(() => MissingReason)
  readonly reason!: (typeof missingReasons)[number]

  @Field(() => Int, { description: 'How many of them.' })
  readonly count!: number
}

@ObjectType({
  description:
    'An uploaded file (`POST /files`), for the account that has uploaded it. It belongs to the room of the messages that it was sent with, until it is removed or the room deleted; without one it is deleted after a day.',
})
export class File implements Omit<StoredFile, 'ownerId' | 'attempts' | 'lease' | 'leaseUntil' | 'claimedAt'> {
  @Field(() => ID)
  readonly id!: string

  // on the wire: room
  readonly roomId!: number | null
  readonly firstEntry!: number | null
  readonly lastEntry!: number | null

  @Field(() => String)
  readonly name!: string

  @Field(() => String, { description: 'As the client has sent it. What the file is, its bytes decide: see `format`.' })
  readonly mediaType!: string

  // on the wire: size
  readonly bytes!: number

  @Field(() => FileState)
  readonly state!: StoredFile['state']

  @Field(() => DocumentFormat, { nullable: true, description: 'Null while it is not read.' })
  readonly format!: StoredFile['format']

  @Field(() => String, {
    nullable: true,
    description: 'The encoding as which it was read; null for a format without one. See `setFileEncoding`.',
  })
  readonly encoding!: string | null

  @Field(() => Boolean, {
    description: 'Whether the encoding is a guess: a wrong one shows in the text, and can be replaced.',
  })
  readonly encodingIsGuess!: boolean

  // what `encoding` is then
  readonly chosenEncoding!: string | null

  @Field(() => Int, { nullable: true, description: 'Of a PDF.' })
  readonly pages!: number | null

  @Field(() => Int, { nullable: true, description: 'The length of its text in UTF-16 code units.' })
  readonly characters!: number | null

  // on the wire as a list that is never null
  readonly missing!: StoredFile['missing']

  @Field(() => UnreadableReason, { nullable: true, description: 'Null unless UNREADABLE.' })
  readonly reason!: StoredFile['reason']

  @Field(() => DateTime)
  readonly createdAt!: number
}

@ObjectType({
  description:
    'A part of the text of a file. Joined in their order they are the text that a model reads, also what a browser or a reader of PDF would hide.',
})
export class FilePassage implements Omit<Passage, 'fileId'> {
  @Field(() => Int, { description: 'Its place in the text, from 0.' })
  readonly ordinal!: number

  @LongText()
  @Field(() => String, { description: 'As it is in the file: a client shows it as text.' })
  readonly text!: string

  @Field(() => Int, { nullable: true, description: 'The page of a PDF on which it begins, from 1.' })
  readonly page!: number | null

  @Field(() => Int, { nullable: true, description: 'The line of a file of lines on which it begins, from 1.' })
  readonly line!: number | null
}

export const FilePassageConnection = connectionOf('FilePassage', () => FilePassage)

export const FileConnection = connectionOf('File', () => File)

export const attachmentsDescription =
  'The files of the message, in the order in which they were sent. Their names stay when a file is removed.'

@ObjectType({ description: 'A file of a message.' })
export class Attachment {
  @Field(() => ID, { description: 'For `file`, which is null once the file is removed.' })
  readonly id!: string

  @Field(() => String, { description: 'Its name when it was sent.' })
  readonly name!: string
}

export const SetFileEncodingPayload = payloadType('SetFileEncodingPayload', { file: () => File })

@ObjectType()
export class RemoveFilePayload {
  @Field(() => ID)
  readonly removedFileId!: string
}
