import { Arg, Authorized, Mutation, Resolver } from 'type-graphql'
import { CreateRoomExportLinkInput, CreateRoomExportLinkPayload } from '../../schema/rooms/room-export.js'
import type { RoomExports } from '../../src/data-exports/room-exports.js'
import type { UserCaller } from '../../src/users/caller.js'
import { SignedIn } from '../context/signed-in.js'
import { mutationCost } from '../pipeline/costs.js'

@Resolver()
export class RoomExportsResolver {
  constructor(private readonly roomExports: RoomExports) {}

  @Authorized()
  @Mutation(() => CreateRoomExportLinkPayload, {
    complexity: mutationCost,
    description:
      'A link to a file with the messages and replies of a room. NOT_FOUND for a room that does not exist or is not accessible.',
  })
  createRoomExportLink(
    @SignedIn() caller: UserCaller,
    @Arg('input', () => CreateRoomExportLinkInput) input: CreateRoomExportLinkInput,
  ) {
    return this.roomExports.link(caller, input)
  }
}
