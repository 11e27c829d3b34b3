import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import {
  File,
  FileConnection,
  FilePassageConnection,
  MissingPart,
  RemoveFilePayload,
  SetFileEncodingPayload,
} from '../../schema/rooms/file.js'
import { Room } from '../../schema/rooms/room.js'
import { unreadableMessages } from '../../src/files/file.js'
import type { Files } from '../../src/files/files.js'
import { acceptsFiles } from '../../src/rooms/room.js'
import type { UserCaller } from '../../src/users/caller.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'
import { missingPartsCost, mutationCost, pageCost, roomFilesCost } from '../pipeline/costs.js'

@Resolver(() => File)
export class FilesResolver {
  constructor(private readonly files: Files) {}

  @Authorized()
  @Query(() => File, { nullable: true, description: 'A file of the caller; null for any other.' })
  file(@SignedIn() caller: UserCaller, @Arg('id', () => ID) id: string) {
    return this.files.find(caller, id)
  }

  @Authorized()
  @Query(() => FileConnection, {
    nullable: true,
    complexity: pageCost,
    description: 'The files of the caller, the newest first: those of its rooms, and those that no message has.',
  })
  myFiles(
    @SignedIn() caller: UserCaller,
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.files.list(caller, { first, after, bytes })
  }

  @Authorized()
  @Mutation(() => RemoveFilePayload, {
    complexity: mutationCost,
    description:
      'Deletes a file of the caller with its text. The messages that it was sent with keep its name. NOT_FOUND for any other file.',
  })
  async removeFile(@SignedIn() caller: UserCaller, @Arg('id', () => ID) id: string) {
    return { removedFileId: (await this.files.remove(caller, id)).id }
  }

  @Authorized()
  @Mutation(() => SetFileEncodingPayload, {
    complexity: mutationCost,
    description:
      'Reads a file of characters of the caller again, in another encoding, such as `cp949`. NOT_FOUND for any other file, BAD_USER_INPUT for an unknown encoding and for a file without one, CONFLICT while it is being read.',
  })
  async setFileEncoding(
    @SignedIn() caller: UserCaller,
    @Arg('id', () => ID) id: string,
    @Arg('encoding', () => String) encoding: string,
  ) {
    return { file: await this.files.setEncoding(caller, id, encoding) }
  }

  @FieldResolver(() => Int, { description: 'In bytes.' })
  size(@Root() { bytes }: File) {
    return bytes
  }

  @FieldResolver(() => [MissingPart], { complexity: missingPartsCost, description: 'Empty unless IN_PART.' })
  missing(@Root() { missing }: File): readonly MissingPart[] {
    return missing ?? []
  }

  @FieldResolver(() => String, { nullable: true, description: '`reason` as a sentence for a person.' })
  message(@Root() { reason }: File) {
    return reason === null ? null : unreadableMessages[reason]
  }

  @FieldResolver(() => FilePassageConnection, {
    complexity: pageCost,
    description: 'The text that a model reads of it; empty unless WHOLE or IN_PART. `message` says why there is none.',
  })
  passages(
    @Root() file: File,
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
  ) {
    return this.files.passagesOf(file, { first, after, bytes })
  }

  @FieldResolver(() => Room, { nullable: true, description: 'The room that it was sent in; null before a message.' })
  room(@Root() { roomId }: File, @Ctx() { loaders }: RequestContext) {
    return roomId === null ? null : loaders.ownRoom.load(roomId)
  }
}

@Resolver(() => Room)
export class RoomFilesResolver {
  @FieldResolver(() => [File], {
    complexity: roomFilesCost,
    description:
      'The files of the caller that messages of the room have, the oldest first. They stay until they are removed, also when their message is regenerated.',
  })
  files(@Root() { id }: Room, @Ctx() { loaders }: RequestContext) {
    return loaders.roomFiles.load(id)
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether messages of the room can have files: with the office assistant unless it is switched off, with a character once it is switched on. See `updateRoom`.',
  })
  acceptsFiles(@Root() room: Room) {
    return acceptsFiles(room)
  }
}
