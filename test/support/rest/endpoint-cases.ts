import type { TestApp } from '../app/app.js'
import { LogRoom } from '../rooms/log-room.js'
import type { BrokenProvider } from '../accounts/broken-provider.js'
import { at, type Person } from '../app/person.js'
import { noise } from '../images/pictures.js'

/** A request to an endpoint. Ada sends it, or at an internal service a client with its token. */
export interface Case {
  readonly by?: Person
  /** The parameters of the path: `{ id: '7' }`. */
  readonly path?: Readonly<Record<string, string>>
  /** The query, with its question mark. */
  readonly query?: string
  readonly body?: unknown
  /** The parts of a form, instead of a body; bytes are a file. */
  readonly form?: Readonly<Record<string, string | Buffer>>
  readonly headers?: Readonly<Record<string, string>>
  /** Changes of the body for a second request with the same idempotency key, which is 409. */
  readonly again?: object
}

/**
 * The request that provokes an answer. Or: `without its database`, the successful request while the database is
 * unavailable; or a separate test provokes the answer with a failing model.
 */
export type Provocation = Case | ((world: World) => Case | Promise<Case>) | 'without its database' | 'tested elsewhere'

/** By operationId, then by the provoked status. A successful case creates something new at every call. */
export type Cases = Readonly<Record<string, Readonly<Record<number, Provocation>>>>

/** The objects that cases use. */
export class World {
  #names = 0
  #key: Promise<string> | undefined
  #apiKey: Promise<string> | undefined

  private constructor(
    readonly app: TestApp,
    readonly ada: Person,
    readonly eve: Person,
    readonly administrator: Person,
    readonly chatLog: Person,
    readonly admin: Person,
    /** The provider of sign-ins. */
    readonly provider: BrokenProvider,
  ) {}

  static async create(
    app: TestApp,
    { chatLog, admin, provider }: Pick<World, 'chatLog' | 'admin' | 'provider'>,
  ): Promise<World> {
    const [ada, eve, administrator] = [await app.person('ada'), await app.person('eve'), await app.admin()]
    return new World(app, ada, eve, administrator, chatLog, admin, provider)
  }

  get stranger(): Person {
    return this.app.stranger()
  }

  name(): string {
    this.#names += 1
    return `name${String(this.#names)}`
  }

  /** An IPv6 address, in a different network at each call. */
  address(): string {
    this.#names += 1
    return `2001:db8:0:${this.#names.toString(16)}::1`
  }

  /** The header with a new API key of Ada. */
  async key(): Promise<{ readonly authorization: string }> {
    const create = 'mutation { createApiKey(input: { name: "cases" }) { text } }'
    this.#key ??= this.ada.data(create).then((made) => at(made, 'createApiKey', 'text'))
    return { authorization: `Bearer ${await this.#key}` }
  }

  /** The header with a new API key of Ada for the application. */
  async apiKey(): Promise<{ readonly authorization: string }> {
    const create = 'mutation { createApiKey(input: { name: "cases", scopes: [API] }) { text } }'
    this.#apiKey ??= this.ada.data(create).then((made) => at(made, 'createApiKey', 'text'))
    return { authorization: `Bearer ${await this.#apiKey}` }
  }

  /** Creates a public character of Ada. */
  async character(): Promise<string> {
    const create = 'mutation ($name: String!) { createCharacter(input: { name: $name }) { character { id } } }'
    return at(await this.ada.data(create, { name: this.name() }), 'createCharacter', 'character', 'id')
  }

  /** Uploads an image of Ada; returns its id. */
  async image(): Promise<string> {
    const form = formOf({ image: await noise(4, 3).png().toBuffer() })
    return at((await this.ada.rest('POST', '/images', form)).body, 'id')
  }

  /** A retry of a creation by Ada whose result has been deleted; `id` is the position of the id in the answer, and `folder` the path of the created objects. */
  async retryOfDeleted(path: string, body: object, id: readonly string[], folder = path): Promise<Case> {
    const headers = { 'idempotency-key': this.name() }
    const made = await this.ada.rest('POST', path, body, headers)
    const madeId = id.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], made.body)
    await this.ada.rest('DELETE', `${folder}/${String(madeId)}`)
    return { body, headers }
  }

  /** Creates a room of Ada with one entry. */
  async room(kind: 'chat' | 'office'): Promise<string> {
    const roomId = await this.ada.room(kind)
    const save = `mutation ($roomId: ID!) {
      saveLogEntry(input: { roomId: $roomId, inputData: "Hello", outputData: "Ahoy" }) { entry { index } }
    }`
    await this.ada.data(save, { roomId })
    return roomId
  }

  /** Creates a room of the chat-log service with one entry; returns it in the form of its endpoints. */
  async logRoom(folder: string): Promise<{ user_id: string; id: string }> {
    const room = await LogRoom.create(this.chatLog, folder)
    await room.save()
    return { user_id: room.userId, id: room.id }
  }
}

export function formOf(parts: Readonly<Record<string, string | Buffer>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts))
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([value]), 'a.png')
  return form
}
