import { Field, ObjectType } from 'type-graphql'
import type { Kind } from '../../src/kinds.js'
import type { MembershipType } from '../../src/users/user.js'
import { Membership, RoomKind } from '../enums.js'

@ObjectType({ description: 'A model that can be requested for a reply.' })
export class Model {
  @Field(() => String, { description: 'The name to send as `model` in `sendMessage`.' })
  name!: string

  @Field(() => String, {
    description: 'A name for people, which the operator or an administrator chooses; else the name.',
  })
  label!: string

  @Field(() => Boolean, { description: 'Whether the membership of the caller includes the model; true for a guest.' })
  included!: boolean

  @Field(() => Boolean, { description: 'Whether the model can answer the caller now.' })
  available!: boolean

  @Field(() => Boolean, {
    description: 'Whether the model receives the image of a message. The operator decides it for each hosted model.',
  })
  vision!: boolean

  @Field(() => Boolean, {
    description: 'Whether it can call tools, at `/v1`. Messages of rooms have none.',
  })
  tools!: boolean

  // a resolver makes `thoughts` of it and of what the workers say
  configuredThoughts!: boolean

  @Field(() => Boolean, {
    description: 'Whether `searchAccess` has an effect in office rooms: the operator has set a search engine.',
  })
  webSearch!: boolean

  @Field(() => [String], {
    description:
      'The values of `RoomSampling` that it gets: all of them, except those that the operator withholds from its server by `parameters`.',
  })
  sampling!: readonly string[]

  @Field(() => [RoomKind], {
    description:
      'The kinds of rooms in which it answers the caller where neither a message nor the room names a model.',
  })
  defaultFor!: readonly Kind[]

  // on the wire: contextTokens, which a resolver reads from the workers
  contextBound!: number | null

  @Field(() => [Membership], {
    nullable: true,
    description: 'For administrators: the memberships whose accounts can use it. Null for other callers.',
  })
  memberships!: readonly MembershipType[] | null

  @Field(() => Boolean, {
    description: 'Whether it is the small demonstration model of the package. `LOCAL_MODEL` replaces it.',
  })
  demonstration!: boolean
}
