import { Field, ID, Int, ObjectType } from 'type-graphql'
import type { LogSource } from '@parley/chat-log-store'
import { SourceKind } from '../enums.js'

export const sourcesDescription =
  'What the model was given to read for the reply, in the order of its prompt; at most 20, of which a web search has at most 10, and empty without any. The texts are those of third parties: a client shows them as text. No search finds them.'

@ObjectType({ description: 'A page of the web, or a file, that a model was given to read for a reply.' })
export class Source implements LogSource {
  @Field(() => SourceKind)
  readonly kind!: SourceKind

  @Field(() => Int, { description: 'Its number in the prompt, from 1: the reply may name it so.' })
  readonly number!: number

  @Field(() => String)
  readonly title!: string

  @Field(() => String, { nullable: true, description: 'An http or https URL of a page; null for a file.' })
  readonly link!: string | null

  @Field(() => ID, { nullable: true, description: 'The id of a file; null for a page.' })
  readonly file!: string | null

  @Field(() => String, { nullable: true, description: 'Where the passage is, in words; null for the whole source.' })
  readonly place!: string | null

  @Field(() => Int, { nullable: true, description: 'Of a file: the `ordinal` of the passage in `File.passages`.' })
  readonly ordinal?: number

  // on the wire: that of a file is read from the file
  readonly passage!: string | null
}
