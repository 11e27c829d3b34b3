import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { ChatLogCaller, password, Person } from '../../support/app/person.js'
import { accountDeletion, characterDeletion, roomDeletion, type Deletion } from './deletions.js'
import { Fates, type Fate } from '../fates.js'
import type { Findings } from '../findings.js'
import { Follower } from './follower.js'
import type { Random } from '../random.js'
import type { Scripts } from '../scripts.js'
import type { Server } from '../server.js'
import { refusalOf, send, type WriteTargets, type Write } from './write.js'
import {
  cardWrite,
  characterWrite,
  entryWrite,
  imageOf,
  messageWrite,
  portraitWrite,
  roomWrite,
  type LogRoom,
} from './writes.js'

export interface Surroundings {
  readonly server: Server
  readonly scripts: Scripts
  readonly findings: Findings
  readonly random: Random
}

const registerQuery = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
const loginQuery = 'mutation ($input: LoginInput!) { login(input: $input) { token account { id } } }'
const cancelQuery = 'mutation ($id: ID!) { cancelGeneration(id: $id) { generation { status } } }'
const likeQuery = 'mutation ($id: ID!) { setLike(characterId: $id, liked: true) { changed } }'

const instructQuery =
  'mutation ($id: ID!, $instructions: String) { updateRoom(id: $id, input: { instructions: $instructions }) { __typename } }'

/** All requests of the client give a room the same instructions, since their order is not known. */
export const instructionsOf = (roomId: string) => `Mention ${roomId}.`

const graphqlRequest = (query: string, variables: object) =>
  ({ method: 'POST', path: '/graphql', body: { query, variables } }) as const

const lanes = 2
const mostRooms = 5
const maxPauseMs = 30

/** A client that sends several requests at once until it leaves; it never retries. */
export class Client {
  readonly writes: Write[] = []
  rooms: LogRoom[] = []
  characterIds: string[] = []
  readonly liked = new Set<string>()
  /** The rooms whose instructions it has changed. */
  readonly instructed = new Set<string>()
  /** The names of the characters whose import it has begun. */
  readonly imported = new Set<string>()
  /** The images of its characters, by character id. */
  readonly imageIds = new Map<string, string>()
  readonly followers = new Map<string, Follower>()
  /** The answers of cancelGeneration, by generation id. */
  readonly cancelled = new Map<string, string>()
  /** The deletions that it has begun, including its own account. */
  readonly fates = new Fates()
  isRegistered = false
  person: Person

  constructor(
    readonly name: string,
    private readonly surroundings: Surroundings,
  ) {
    this.person = new Person(surroundings.server.url)
  }

  get targets(): WriteTargets {
    return { app: this.person, chatLog: new ChatLogCaller(this.surroundings.server.chatLogUrl) }
  }

  get isSignedIn(): boolean {
    return this.person.token !== undefined
  }

  async work(): Promise<void> {
    const { random, server } = this.surroundings
    // registrations are spread over the first moments
    if (!this.isSignedIn) await pause(random.between(0, 200))
    if (!(await this.register()) || !(await this.signIn())) return
    const lane = async () => {
      while (!server.isKilled && this.fates.account === 'stays' && (await this.#act()))
        await pause(random.between(0, maxPauseMs))
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  /** False without an answer. */
  async register(): Promise<boolean> {
    if (this.isRegistered) return true
    const input = { username: this.name, email: this.#email, password, eulaAgreed: true, privacyAgreed: true }
    return this.#ask(registerQuery, { input }, () => {
      this.isRegistered = true
    })
  }

  /** False without an answer. */
  async signIn(): Promise<boolean> {
    if (this.isSignedIn) return true
    return this.#ask(loginQuery, this.#credentials, (body) => this.#signedIn(body))
  }

  /** Signs in with an account that may not exist; true when it does. */
  async trySignIn(): Promise<boolean> {
    const answer = await send(this.person, graphqlRequest(loginQuery, this.#credentials))
    if (!answer || refusalOf(answer) !== undefined) return false
    this.#signedIn(answer.body)
    return true
  }

  follow(generationId: string, roomId: string): void {
    const known = this.followers.get(generationId)
    const mayVanish = () => this.fates.room(roomId) !== 'stays'
    const follower = known ?? new Follower({ ...this.surroundings, generationId, roomId, mayVanish })
    this.followers.set(generationId, follower)
    follower.follow(this.person, this.surroundings.random)
  }

  /** Resolves when every watch has ended, with its generation or by a kill. */
  async watched(): Promise<void> {
    await Promise.all([...this.followers.values()].map(({ following }) => following))
  }

  get #email(): string {
    return `${this.name}@example.com`
  }

  get #credentials() {
    return { input: { email: this.#email, password } }
  }

  #signedIn(body: unknown): void {
    const login = z.object({ token: z.string(), account: z.object({ id: z.string() }) })
    const { token, account } = z.object({ data: z.object({ login }) }).parse(body).data.login
    this.isRegistered = true
    this.person = new Person(this.person.url, account.id, this.name, token)
  }

  async #act(): Promise<boolean> {
    const { random } = this.surroundings
    const dice = random.next()
    const room = random.pick(this.rooms)
    if (!room || (dice < 0.08 && this.rooms.length < mostRooms)) return this.#makeRoom()
    if (dice < 0.11) return this.#write(characterWrite(this.#wish('c')), (id) => this.characterIds.push(id))
    if (dice < 0.12) return this.#portray(portraitWrite(this.#wish('p')))
    if (dice < 0.13) return this.#import()
    if (dice < 0.15) return this.#like()
    if (dice < 0.19) return this.#deleteRoom(room)
    if (dice < 0.21) return this.#deleteCharacter()
    if (dice < 0.214) return this.#leave()
    if (dice < 0.24) return this.#instruct(room)
    if (dice < 0.62) return this.#write(entryWrite(this.#wish('e', 'chatLog'), room))
    if (dice < 0.92) return this.#say(room)
    return this.#cancel()
  }

  #makeRoom(): Promise<boolean> {
    const { random } = this.surroundings
    const characterId = random.chance(0.5) ? random.pick(this.characterIds) : undefined
    return this.#write(roomWrite(this.#wish('r'), characterId), (id) => {
      const kind = characterId === undefined ? 'office' : 'chat'
      const room = { id, kind, userId: this.person.id, characterId } as const
      this.rooms.push(room)
      this.fates.note(room)
    })
  }

  #import(): Promise<boolean> {
    const write = cardWrite(this.#wish('k'))
    this.imported.add(write.name)
    return this.#portray(write)
  }

  #portray(write: Write): Promise<boolean> {
    return this.#write(write, (id) => {
      this.characterIds.push(id)
      const imageId = imageOf(write)
      if (imageId !== undefined) this.imageIds.set(id, imageId)
    })
  }

  #deleteRoom(room: LogRoom): Promise<boolean> {
    this.rooms = this.rooms.filter(({ id }) => id !== room.id)
    const api = this.surroundings.random.pick(['graphql', 'rest', 'chatLog'] as const) ?? 'rest'
    return this.#delete(roomDeletion(room, api), () => this.fates.room(room.id))
  }

  #deleteCharacter(): Promise<boolean> {
    const characterId = this.surroundings.random.pick(this.characterIds)
    if (characterId === undefined) return Promise.resolve(true)
    this.characterIds = this.characterIds.filter((id) => id !== characterId)
    this.rooms = this.rooms.filter((room) => room.characterId !== characterId)
    return this.#delete(characterDeletion(characterId, this.#api()), () => this.fates.character(characterId))
  }

  /** Deletes the account, as its last act. */
  #leave(): Promise<boolean> {
    return this.#delete(accountDeletion(this.person.id, this.#api()), () => this.fates.account)
  }

  async #delete(deletion: Deletion, fate: () => Fate): Promise<boolean> {
    const { write } = deletion
    this.fates.begin(deletion)
    await write.perform(this.targets)
    const refusal = write.answer && refusalOf(write.answer)
    // deleted with the object that it belongs to
    const isFine = refusal === undefined || (isNotThere(refusal) && fate() !== 'stays')
    this.#expectAnswer(write.state !== 'lost', isFine, () => `${write.name} was answered ${write.answer?.text}`)
    return write.state !== 'lost'
  }

  #say(room: LogRoom): Promise<boolean> {
    return this.#write(messageWrite(this.#wish('m'), room), (id) => {
      if (this.surroundings.random.chance(0.7)) this.follow(id, room.id)
    })
  }

  #cancel(): Promise<boolean> {
    const { random } = this.surroundings
    const follower = random.pick([...this.followers.values()].filter(({ isOver }) => !isOver))
    if (!follower) return Promise.resolve(true)
    const { generationId: id, roomId } = follower
    const generation = z.object({ generation: z.object({ status: z.string() }) })
    const shape = z.object({ data: z.object({ cancelGeneration: generation }) })
    const took = (body: unknown) => this.cancelled.set(id, shape.parse(body).data.cancelGeneration.generation.status)
    return this.#ask(cancelQuery, { id }, took, () => this.fates.room(roomId))
  }

  #like(): Promise<boolean> {
    const id = this.surroundings.random.pick(this.characterIds)
    if (id === undefined) return Promise.resolve(true)
    return this.#ask(
      likeQuery,
      { id },
      () => this.liked.add(id),
      () => this.fates.character(id),
    )
  }

  #instruct({ id }: LogRoom): Promise<boolean> {
    const variables = { id, instructions: instructionsOf(id) }
    const fate = () => this.fates.room(id)
    return this.#ask(instructQuery, variables, () => this.instructed.add(id), fate)
  }

  /** False without an answer. */
  async #write(write: Write, made: (result: string) => unknown = () => undefined): Promise<boolean> {
    this.writes.push(write)
    await write.perform(this.targets)
    if (write.state === 'acknowledged') made(write.result)
    const refusal = write.answer && refusalOf(write.answer)
    // a room has one running generation
    const isBusy = write.noun === 'message' && refusal === 'CONFLICT'
    const isFine = refusal === undefined || isBusy || (isNotThere(refusal) && this.fates.of(write) !== 'stays')
    this.#expectAnswer(write.state !== 'lost', isFine, () => `${write.name} was answered ${write.answer?.text}`)
    return write.state !== 'lost'
  }

  async #ask(
    query: string,
    variables: object,
    took: (body: unknown) => unknown,
    fate: () => Fate = () => 'stays',
  ): Promise<boolean> {
    const answer = await send(this.person, graphqlRequest(query, variables))
    const refusal = answer && refusalOf(answer)
    const isFine = refusal === undefined || (isNotThere(refusal) && fate() !== 'stays')
    this.#expectAnswer(answer !== undefined, isFine, () => `${query} of ${this.name} was answered ${answer?.text}`)
    if (answer && refusal === undefined) took(answer.body)
    return answer !== undefined
  }

  #expectAnswer(came: boolean, isFine: boolean, answered: () => string): void {
    const { findings, server } = this.surroundings
    // the reason of an internal error is only in the log
    findings.expect('answers', isFine, () => `${answered()}; the server's last words: ${server.output}`)
    findings.expect('answers', came || server.isKilled, () => `${answered()}, while the server ran`)
  }

  #api(): 'rest' | 'graphql' {
    return this.surroundings.random.chance(0.5) ? 'rest' : 'graphql'
  }

  /** Sometimes through the other API, if the write has one. */
  #wish(noun: string, other?: 'chatLog') {
    const { random } = this.surroundings
    const name = `${this.name}-${noun}${this.writes.length + 1}`
    const api = other && random.chance(0.3) ? other : this.#api()
    return { name, key: random.chance(0.6) ? `key of ${name}` : undefined, api } as const
  }
}

/** Refusals for an object, or for the account of the client, after a deletion. */
function isNotThere(refusal: string): boolean {
  return ['NOT_FOUND', 'HTTP 404', 'UNAUTHENTICATED', 'HTTP 401'].includes(refusal)
}
