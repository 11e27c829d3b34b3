import { Arg, Authorized, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { roomKindDescription, RoomKind } from '../../schema/enums.js'
import {
  DeleteAccountPayload,
  DeleteCharacterPayload,
  DeleteRoomPayload,
  DeletionConsequences,
} from '../../schema/accounts/deletion.js'
import type { Deletion } from '../../src/deletion/deletion.js'
import type { Kind } from '../../src/kinds.js'
import type { UserCaller } from '../../src/users/caller.js'
import { countsCost, mutationCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'

@Resolver()
export class DeletionResolver {
  constructor(private readonly deletion: Deletion) {}

  @Mutation(() => DeleteRoomPayload, {
    complexity: mutationCost,
    description: 'Deletes the room, its log and its generations.',
  })
  async deleteRoom(
    @Ctx() { caller }: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('kind', () => RoomKind, { nullable: true, description: roomKindDescription }) kind?: Kind,
  ) {
    return { deletedRoomId: await this.deletion.room(caller, id, kind) }
  }

  @Authorized()
  @Mutation(() => DeleteCharacterPayload, {
    complexity: mutationCost,
    description: 'Deletes the character and all rooms with it, including those of other accounts.',
  })
  async deleteCharacter(@SignedIn() caller: UserCaller, @Arg('id', () => ID) id: string) {
    return { deletedCharacterId: await this.deletion.character(caller, id) }
  }

  @Authorized('ADMIN', 'SERVICE')
  @Query(() => DeletionConsequences, {
    nullable: true,
    complexity: countsCost,
    description: 'For administrators: what `deleteAccount` would delete of an account.',
  })
  deletionConsequences(@Arg('accountId', () => ID) accountId: string) {
    return this.deletion.consequences(accountId)
  }

  @Authorized()
  @Mutation(() => DeleteAccountPayload, {
    complexity: mutationCost,
    description:
      'Deletes an account with all of its data and revokes its tokens. Default: the account of the caller. FORBIDDEN for another account, except for administrators. CONFLICT for the account of an administrator if no other one can sign in.',
  })
  async deleteAccount(@SignedIn() caller: UserCaller, @Arg('id', () => ID, { nullable: true }) id?: string) {
    return { deletedAccountId: await this.deletion.account(caller, id) }
  }
}
