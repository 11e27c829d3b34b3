import { Field, ID, ObjectType } from 'type-graphql'
import type { Like as LikeRow } from '../../src/likes/like.js'
import { connectionOf } from '../connection.js'
import { DateTime } from '../date-time.js'
import { Character } from './character.js'

@ObjectType({
  description: 'An account likes a character, at most once. A like is deleted with its account and with its character.',
  simpleResolvers: true,
})
export class Like implements LikeRow {
  @Field(() => ID)
  readonly id!: number

  // on the wire: user and character
  readonly userId!: number
  readonly characterId!: number

  @Field(() => DateTime)
  readonly createdAt!: number
}

export const LikeConnection = connectionOf('Like', () => Like)

@ObjectType()
export class SetLikePayload {
  @Field(() => Character)
  readonly character!: Character

  @Field(() => Like, { nullable: true, description: 'The like of the caller; null if it was removed or never given.' })
  readonly like!: Like | null

  @Field(() => Boolean, { description: 'False if nothing changed.' })
  changed!: boolean
}
