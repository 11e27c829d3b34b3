import { Field, Float, InputType } from 'type-graphql'
import { responseFormats, toolChoices } from '../../src/tool-calls/completion-options.js'
import { enumType } from '../enum-type.js'

const ToolChoiceKind = enumType('ToolChoiceKind', toolChoices, { description: 'Whether a reply calls a tool.' })

const ResponseFormatKind = enumType('ResponseFormatKind', responseFormats, {
  description: 'What the text of a reply is.',
})

const schemaText = 'A JSON Schema, as JSON text.'

@InputType({ description: 'A function that a model may call.' })
class ToolInput {
  @Field(() => String)
  readonly name!: string

  @Field(() => String, { nullable: true })
  readonly description?: string

  @Field(() => String, { description: schemaText })
  readonly parameters!: string

  @Field(() => Boolean, { nullable: true, description: 'Whether the arguments must fit the whole schema.' })
  readonly isStrict?: boolean
}

@InputType()
class ToolChoiceInput {
  @Field(() => ToolChoiceKind)
  readonly kind!: (typeof toolChoices)[number]

  @Field(() => String, { nullable: true, description: 'The tool, only with NAMED.' })
  readonly name?: string
}

@InputType({ description: 'The other fields are only for JSON_SCHEMA.' })
class ResponseFormatInput {
  @Field(() => ResponseFormatKind)
  readonly kind!: (typeof responseFormats)[number]

  @Field(() => String, { nullable: true })
  readonly name?: string

  @Field(() => String, { nullable: true })
  readonly description?: string

  @Field(() => String, { nullable: true, description: schemaText })
  readonly schema?: string

  @Field(() => Boolean, { nullable: true, description: 'See ToolInput.' })
  readonly isStrict?: boolean
}

@InputType({ description: 'What is requested beyond a reply in text.' })
export class CompletionOptionsInput {
  @Field(() => Float, { nullable: true, description: 'An integer that makes the choice of tokens reproducible.' })
  readonly seed?: number

  @Field(() => [ToolInput], { nullable: true })
  readonly tools?: readonly ToolInput[]

  @Field(() => ToolChoiceInput, { nullable: true })
  readonly toolChoice?: ToolChoiceInput

  @Field(() => Boolean, { nullable: true, description: 'Whether a reply may have several calls.' })
  readonly hasParallelCalls?: boolean

  @Field(() => ResponseFormatInput, { nullable: true })
  readonly responseFormat?: ResponseFormatInput
}
