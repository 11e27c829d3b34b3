import DataLoader from 'dataloader'
import type { ResultBytes } from '@parley/runtime'
import type { AuditEntry } from '../../src/audit/audit-entry.js'
import type { Audit } from '../../src/audit/audit.js'
import type { Character } from '../../src/characters/character.js'
import type { Characters } from '../../src/characters/characters.js'
import type { StoredFile } from '../../src/files/file.js'
import type { Files } from '../../src/files/files.js'
import type { LikePage, LikePageArgs, Likes } from '../../src/likes/likes.js'
import type { Passage } from '../../src/passages/passage.js'
import type { Persona } from '../../src/personas/persona.js'
import type { PersonaKey, Personas } from '../../src/personas/personas.js'
import type { Generation } from '../../src/replies/generation.js'
import type { Replies } from '../../src/replies/replies.js'
import type { Room } from '../../src/rooms/room.js'
import type { Rooms } from '../../src/rooms/rooms.js'
import type { SecondFactor } from '../../src/second-factors/second-factor.js'
import type { SecondFactors } from '../../src/second-factors/second-factors.js'
import type { Caller } from '../../src/users/caller.js'
import type { User } from '../../src/users/user.js'
import type { Users } from '../../src/users/users.js'

export interface LoaderSources {
  readonly users: Users
  readonly characters: Characters
  readonly likes: Likes
  readonly personas: Pick<Personas, 'ofCaller'>
  readonly replies: Replies
  readonly rooms: Pick<Rooms, 'ownByNumber'>
  readonly files: Pick<Files, 'ofRooms' | 'quotes'>
  readonly secondFactors: Pick<SecondFactors, 'listEach' | 'recoveryCodesLeft'>
  readonly audit: Pick<Audit, 'invitationsCreated'>
}

type Quote = Pick<Passage, 'fileId' | 'ordinal'>

/** The batching loaders of one operation. Each is created on first use: most operations use one or none. */
export class Loaders {
  #user: DataLoader<number, User | null> | undefined
  #character: DataLoader<number, Character | null> | undefined
  #persona: DataLoader<PersonaKey, Persona | null> | undefined
  #likeCount: DataLoader<number, number> | undefined
  #talkCount: DataLoader<number, number> | undefined
  #likedByMe: DataLoader<number, boolean> | undefined
  readonly #likes = new Map<string, DataLoader<number, LikePage>>()
  #ownRoom: DataLoader<number, Room | null> | undefined
  #roomFiles: DataLoader<number, readonly StoredFile[]> | undefined
  #quote: DataLoader<Quote, string | null, string> | undefined
  #activeGeneration: DataLoader<string, Generation | null> | undefined
  #secondFactors: DataLoader<number, readonly SecondFactor[] | null> | undefined
  #recoveryCodesLeft: DataLoader<number, number | null> | undefined
  #invitationCreated: DataLoader<number, AuditEntry | null> | undefined

  constructor(
    private readonly sources: LoaderSources,
    private readonly caller: Caller,
    private readonly bytes: ResultBytes,
  ) {}

  get user(): DataLoader<number, User | null> {
    return (this.#user ??= new DataLoader((ids) => this.sources.users.byIds(ids)))
  }

  /** One that the caller may not see has no texts. */
  get character(): DataLoader<number, Character | null> {
    return (this.#character ??= new DataLoader((ids) => this.sources.characters.shownTo(this.caller, ids, this.bytes)))
  }

  /** Those of the caller. */
  get persona(): DataLoader<PersonaKey, Persona | null> {
    return (this.#persona ??= new DataLoader((keys) => this.sources.personas.ofCaller(this.caller, keys)))
  }

  get likeCount(): DataLoader<number, number> {
    return (this.#likeCount ??= new DataLoader((ids) => this.sources.likes.counts(ids)))
  }

  get talkCount(): DataLoader<number, number> {
    return (this.#talkCount ??= new DataLoader((ids) => this.sources.likes.talks(ids)))
  }

  get likedByMe(): DataLoader<number, boolean> {
    return (this.#likedByMe ??= new DataLoader((ids) => this.sources.likes.likedBy(this.caller, ids)))
  }

  /** The pages of characters that are requested with the same arguments. */
  likes(page: LikePageArgs): DataLoader<number, LikePage> {
    const key = JSON.stringify(page)
    const loader = this.#likes.get(key) ?? new DataLoader((ids) => this.sources.likes.pagesOf(ids, page))
    this.#likes.set(key, loader)
    return loader
  }

  /** Those of the caller, by the number of their row. */
  get ownRoom(): DataLoader<number, Room | null> {
    return (this.#ownRoom ??= new DataLoader((ids) => this.sources.rooms.ownByNumber(this.caller, ids)))
  }

  /** By the number of the row of a room. */
  get roomFiles(): DataLoader<number, readonly StoredFile[]> {
    return (this.#roomFiles ??= new DataLoader((ids) => this.sources.files.ofRooms(this.caller, ids, this.bytes)))
  }

  /** The text of a passage of a file of the caller. */
  get quote(): DataLoader<Quote, string | null, string> {
    const read = (quotes: readonly Quote[]) => this.sources.files.quotes(this.caller, quotes, this.bytes)
    const cacheKeyFn = ({ fileId, ordinal }: Quote) => `${fileId}/${ordinal}`
    return (this.#quote ??= new DataLoader(read, { cacheKeyFn }))
  }

  /** By the UUID of a room. */
  get activeGeneration(): DataLoader<string, Generation | null> {
    return (this.#activeGeneration ??= new DataLoader((roomIds) => this.sources.replies.active(roomIds, this.bytes)))
  }

  /** By the id of an account. */
  get secondFactors(): DataLoader<number, readonly SecondFactor[] | null> {
    return (this.#secondFactors ??= new DataLoader((ids) => this.sources.secondFactors.listEach(this.caller, ids)))
  }

  /** By the id of an account. */
  get recoveryCodesLeft(): DataLoader<number, number | null> {
    return (this.#recoveryCodesLeft ??= new DataLoader((ids) =>
      this.sources.secondFactors.recoveryCodesLeft(this.caller, ids),
    ))
  }

  /** By the id of an invitation. */
  get invitationCreated(): DataLoader<number, AuditEntry | null> {
    return (this.#invitationCreated ??= new DataLoader((ids) => this.sources.audit.invitationsCreated(ids)))
  }

  /** For the next event of a subscription: loaders cache the rows of the previous event. */
  forget(): void {
    this.#user = undefined
    this.#character = undefined
    this.#persona = undefined
    this.#likeCount = undefined
    this.#talkCount = undefined
    this.#likedByMe = undefined
    this.#likes.clear()
    this.#ownRoom = undefined
    this.#roomFiles = undefined
    this.#activeGeneration = undefined
    this.#secondFactors = undefined
    this.#recoveryCodesLeft = undefined
    this.#invitationCreated = undefined
  }
}
