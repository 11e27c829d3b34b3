import { Field, Int, ObjectType } from 'type-graphql'
import type { Snippet as StoredSnippet, TextRange as StoredRange } from '../../src/chat-logs/snippets.js'
import { connectionOf } from '../connection.js'
import { enumType } from '../enum-type.js'
import { LogEntry } from './log-entry.js'
import { Room } from './room.js'

const EntryPart = enumType<StoredSnippet['part']>('EntryPart', ['message', 'reply'], {
  description: 'A text of an entry.',
  values: { message: '`inputData`.', reply: '`outputData`.' },
})

@ObjectType({ description: 'A range of a text in UTF-16 code units, as in JavaScript strings.', simpleResolvers: true })
export class TextRange implements StoredRange {
  @Field(() => Int, { description: 'The first code unit.' })
  readonly start!: number

  @Field(() => Int, { description: 'The code unit after the last one.' })
  readonly end!: number
}

@ObjectType({ description: 'An excerpt of a text, as plain text without markup.' })
export class Snippet implements StoredSnippet {
  @Field(() => EntryPart, { description: 'The text that contains the excerpt.' })
  readonly part!: StoredSnippet['part']

  @Field(() => String, { description: 'At most 240 UTF-16 code units around the first match.' })
  readonly text!: string

  @Field(() => Int, { description: 'The place of the excerpt in the whole text, in UTF-16 code units.' })
  readonly offset!: number

  @Field(() => Boolean, { description: 'Whether the whole text continues after the excerpt.' })
  readonly isCut!: boolean

  // on the wire: with a cost
  readonly highlights!: readonly TextRange[]
}

@ObjectType({ description: 'An entry that a search has found.' })
export class FoundEntry {
  @Field(() => Room)
  readonly room!: Room

  @Field(() => LogEntry)
  readonly entry!: LogEntry

  // on the wire: with a cost
  readonly snippets!: readonly Snippet[]
}

export const FoundEntryConnection = connectionOf('FoundEntry', () => FoundEntry)
