import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A model that can answer.' })
export class Model {
  @Field(() => String, { description: 'The name to send as `model`.' })
  name!: string

  @Field(() => Boolean)
  available!: boolean
}
