import { Arg, Authorized, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import {
  Character,
  CharacterConnection,
  CharacterInput,
  CharacterSource,
  CreateCharacterPayload,
  DepthNote,
  HideCharacterInput,
  HideCharacterPayload,
  RestoreCharacterPayload,
  SetVisibilityPayload,
  UpdateCharacterInput,
  UpdateCharacterPayload,
} from '../../schema/characters/character.js'
import { CharacterOrder, Visibility } from '../../schema/enums.js'
import { LongText } from '../../schema/long-text.js'
import { greetingIndex } from '../../schema/rooms/room.js'
import { rules } from '../../schema/rules.js'
import { User } from '../../schema/accounts/user.js'
import { canonicalUuid } from '../../src/limits.js'
import { type Character as CharacterRow, characterRules, characterTextNames } from '../../src/characters/character.js'
import type { Characters } from '../../src/characters/characters.js'
import type { Images } from '../../src/images/images.js'
import { personaRules } from '../../src/personas/persona.js'
import type { PersonaKey, Personas } from '../../src/personas/personas.js'
import type { UserCaller } from '../../src/users/caller.js'
import { mutationCost, pageCost, roomGreetingCost } from '../pipeline/costs.js'
import type { RequestContext } from '../context/request-context.js'
import { SignedIn } from '../context/signed-in.js'
import { argumentRule } from '../pipeline/validate-input.js'
import { shownGreeting, shownText, wholeCharacter } from './shown-text.js'

@Resolver(() => Character)
export class CharactersResolver {
  constructor(
    private readonly characters: Characters,
    private readonly images: Images,
    private readonly personas: Personas,
  ) {}

  @Query(() => Character, { nullable: true })
  character(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return this.characters.find(caller, id)
  }

  @Query(() => CharacterConnection, {
    nullable: true,
    complexity: pageCost,
    name: 'characters',
    description:
      'With `search`: the public characters whose name contains it. Otherwise those of the owner, or all public ones. All other filters apply too.',
  })
  list(
    @Ctx() { caller, bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('orderBy', () => CharacterOrder, { defaultValue: 'OLDEST', nullable: true })
    orderBy: CharacterOrder | null,
    @Arg('search', () => String, { nullable: true, validateFn: argumentRule('search', rules.search) }) search?: string,
    @Arg('ownerId', () => ID, { nullable: true }) ownerId?: string,
    @Arg('ownerUsername', () => String, { nullable: true }) ownerUsername?: string,
    @Arg('after', () => String, { nullable: true }) after?: string,
    @Arg('tag', () => String, {
      nullable: true,
      description: 'Only characters with this tag, in any case.',
      validateFn: argumentRule('tag', characterRules.tag),
    })
    tag?: string,
    @Arg('tags', () => [String], {
      nullable: true,
      description: 'Only characters with all of these tags, in any case; at most 10.',
      validateFn: argumentRule('tags', characterRules.filterTags.nullish()),
    })
    tags?: string[] | null,
    @Arg('words', () => String, {
      nullable: true,
      description:
        'Only public characters with all of these words in name, tags or description, as readers see them. A blank text filters nothing. The last one may be the beginning of a word; words of scripts without spaces are found by their parts. At most 200 characters.',
      validateFn: argumentRule('words', rules.search),
    })
    words?: string,
    @Arg('visibility', () => Visibility, {
      nullable: true,
      description: 'Only characters of this visibility, among those that the caller may see.',
    })
    visibility?: Visibility | null,
  ) {
    return this.characters.list(caller, {
      search,
      ownerId,
      ownerUsername,
      tag,
      tags,
      words,
      visibility,
      first,
      after,
      orderBy: orderBy ?? undefined,
      bytes,
    })
  }

  @Authorized()
  @Query(() => CharacterConnection, { nullable: true, complexity: pageCost })
  myCharacters(
    @SignedIn() caller: UserCaller,
    @Ctx() { bytes }: RequestContext,
    @Arg('first', () => Int, { defaultValue: 20, nullable: true }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after?: string,
    @Arg('orderBy', () => CharacterOrder, { defaultValue: 'OLDEST', nullable: true }) orderBy?: CharacterOrder | null,
    @Arg('visibility', () => Visibility, {
      nullable: true,
      description: 'Only those of this visibility: the private ones are drafts.',
    })
    visibility?: Visibility | null,
  ) {
    return this.characters.listOwn(caller, { first, after, bytes, orderBy: orderBy ?? undefined, visibility })
  }

  @Authorized()
  @Mutation(() => CreateCharacterPayload, {
    complexity: mutationCost,
    description: 'Creates a character of the caller. CONFLICT if the account already has 2,000.',
  })
  async createCharacter(@SignedIn() caller: UserCaller, @Arg('input', () => CharacterInput) input: CharacterInput) {
    return { character: await this.characters.create(caller, input) }
  }

  @Authorized()
  @Mutation(() => UpdateCharacterPayload, {
    complexity: mutationCost,
    description: 'Changes a character. For its owner and administrators.',
  })
  async updateCharacter(
    @SignedIn() caller: UserCaller,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateCharacterInput) input: UpdateCharacterInput,
  ) {
    return { character: await this.characters.update(caller, id, input) }
  }

  @Authorized('ADMIN')
  @Mutation(() => SetVisibilityPayload, {
    complexity: mutationCost,
    description:
      'For administrators: sets the visibility of any character. Its owner cannot publish a character that an administrator has made private; owners use `updateCharacter`.',
  })
  async setVisibility(
    @SignedIn() caller: UserCaller,
    @Arg('characterId', () => ID) characterId: string,
    @Arg('visibility', () => Visibility) visibility: Visibility,
  ) {
    return { character: await this.characters.setVisibility(caller, characterId, visibility) }
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => HideCharacterPayload, {
    complexity: mutationCost,
    description:
      'For administrators: makes a public character private, which its owner cannot change back, and shows the owner the reason. It also changes the reason of a hidden one. CONFLICT for a character that its owner has made private, REAUTHENTICATION_REQUIRED without a recent proof of identity.',
  })
  async hideCharacter(
    @Ctx() { caller }: RequestContext,
    @Arg('input', () => HideCharacterInput) { id, reason }: HideCharacterInput,
  ) {
    return { character: await this.characters.hide(caller, id, reason) }
  }

  @Authorized('ADMIN', 'SERVICE')
  @Mutation(() => RestoreCharacterPayload, {
    complexity: mutationCost,
    description:
      'For administrators: makes a hidden character public again. CONFLICT for one that is not hidden, REAUTHENTICATION_REQUIRED without a recent proof of identity.',
  })
  async restoreCharacter(@Ctx() { caller }: RequestContext, @Arg('id', () => ID) id: string) {
    return { character: await this.characters.restore(caller, id) }
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Why an administrator has hidden it, for the owner and administrators; null for other callers.',
  })
  hiddenReason(@Root() character: CharacterRow, @Ctx() { caller }: RequestContext) {
    return this.characters.visibleReason(caller, character)
  }

  @FieldResolver(() => CharacterSource, {
    nullable: true,
    description: 'The stored texts, for the owner and administrators; null for other callers.',
  })
  source(@Root() character: Character, @Ctx() { caller }: RequestContext) {
    return this.characters.forEditor(caller, character)
  }

  @LongText()
  @FieldResolver(() => [String], {
    description: 'Greetings that a room can begin with in place of the first one, at most 100.',
  })
  async alternateGreetings(@Root() character: CharacterRow, @Ctx() context: RequestContext) {
    const { alternateGreetings = [] } = (await wholeCharacter(character, context)) ?? {}
    return Promise.all(alternateGreetings.map(async (text) => shownText(text, character, context)))
  }

  @LongText()
  @FieldResolver(() => String, {
    nullable: true,
    complexity: roomGreetingCost,
    description:
      'The greeting that a room of the caller would begin with if `startRoom` or `createChatRoom` created it now with this `roomId`: placeholders are replaced. Null for an empty greeting.',
  })
  roomGreeting(
    @Root() character: CharacterRow,
    @Ctx() context: RequestContext,
    @Arg('roomId', () => ID, {
      description: 'A new UUID, which the room gets.',
      validateFn: argumentRule('roomId', rules.uuid),
    })
    roomId: string,
    @Arg('greetingIndex', () => Int, {
      nullable: true,
      description: 'As in `startRoom`. The first greeting for one that the character does not have.',
      validateFn: argumentRule('greetingIndex', greetingIndex),
    })
    index?: number | null,
    @Arg('guestName', () => String, {
      nullable: true,
      description:
        'The name that replaces `{{user}}` for a caller without an account, in this text only: 1 to 100 characters on one line, without `{{` and `}}`. Default: `User`.',
      validateFn: argumentRule('guestName', personaRules.name.nullish()),
    })
    guestName?: string | null,
  ) {
    const chosen = { roomId: canonicalUuid(roomId) ?? '', greetingIndex: index ?? 0 }
    const room = this.characters.draftRoom(context.caller, character, chosen)
    return shownGreeting(room, this.personas.keyIn(context.caller, room), context, guestName)
  }

  @FieldResolver(() => Visibility)
  visibility(@Root() { isPublic }: Character): Visibility {
    return isPublic ? 'PUBLIC' : 'PRIVATE'
  }

  @FieldResolver(() => String, { nullable: true })
  imageUrl(@Root() character: Character) {
    return this.images.urlOf(character)
  }

  @FieldResolver(() => User, { nullable: true })
  owner(@Root() { ownerId }: Character, @Ctx() { loaders }: RequestContext) {
    return ownerId === null ? null : loaders.user.load(ownerId)
  }
}

/** What only the author and the model read. */
@Resolver(() => CharacterSource)
export class CharacterSourceResolver {
  @LongText()
  @FieldResolver(() => [String])
  async alternateGreetings(@Root() character: CharacterRow, @Ctx() context: RequestContext) {
    return (await wholeCharacter(character, context))?.alternateGreetings ?? []
  }

  @LongText()
  @FieldResolver(() => String, {
    nullable: true,
    description: 'In place of the system text of the service, for which `{{original}}` stands.',
  })
  async systemPrompt(@Root() character: CharacterRow, @Ctx() context: RequestContext) {
    return (await wholeCharacter(character, context))?.systemPrompt
  }

  @LongText()
  @FieldResolver(() => String, { nullable: true, description: 'Instructions behind the last message.' })
  async postHistoryInstructions(@Root() character: CharacterRow, @Ctx() context: RequestContext) {
    return (await wholeCharacter(character, context))?.postHistoryInstructions
  }

  @FieldResolver(() => DepthNote, { nullable: true })
  async depthNote(@Root() character: CharacterRow, @Ctx() context: RequestContext) {
    return (await wholeCharacter(character, context))?.depthNote
  }
}

/** A character, of a room with the persona of its reader there. */
type ReadCharacter = CharacterRow & { readonly readAs?: PersonaKey | undefined }

/** One for each text of a character. */
export const characterTextResolvers = characterTextNames.map((name) => {
  @Resolver(() => Character)
  class CharacterTextResolver {
    @FieldResolver(() => String, { nullable: true })
    [name](@Root() character: ReadCharacter, @Ctx() context: RequestContext) {
      return shownText(character[name], character, context)
    }
  }
  return new CharacterTextResolver()
})
