import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A model that can answer.' })
export class Model {
  @Field(() => String, { description: 'The name to send as `model`.' })
  name!: string

  @Field(() => Boolean, { description: "Whether the caller's membership includes it; true for a guest." })
  included!: boolean

  @Field(() => Boolean, { description: 'Whether it can answer the caller now.' })
  available!: boolean
}
