import type { TestApp } from '../app/app.js'
import { LogRoom } from '../rooms/log-room.js'
import type { BrokenProvider } from '../accounts/broken-provider.js'
import { at } from '../app/person.js'
import type { Person } from '../app/person.js'
import { noise } from '../images/pictures.js'

/** A request to an endpoint. Ada sends it, or at an internal service a client with its token. */
export interface Case {
  readonly by?: Person
  /** What stands in the path: `{ id: '7' }`. */
  readonly path?: Readonly<Record<string, string>>
  /** With its question mark. */
  readonly query?: string
  readonly body?: unknown
  /** Instead of a body: the parts of a form, of which bytes are a file. */
  readonly form?: Readonly<Record<string, string | Buffer>>
  readonly headers?: Readonly<Record<string, string>>
  /** What its body says otherwise when the same idempotency key is used again, which is 409. */
  readonly again?: object
}

/**
 * What is sent for an answer; or that it is what the request that succeeds meets when the database is gone, or that a test of
 * its own provokes it, with a model that fails.
 */
export type Provocation = Case | ((world: World) => Case | Promise<Case>) | 'without its database' | 'in its own test'

/** By operationId, then by the status it provokes. One that succeeds makes something new at every call. */
export type Cases = Readonly<Record<string, Readonly<Record<number, Provocation>>>>

/** What cases are made of. */
export class World {
  #names = 0
  #key: Promise<string> | undefined

  private constructor(
    readonly app: TestApp,
    readonly ada: Person,
    readonly eve: Person,
    readonly administrator: Person,
    readonly chatLog: Person,
    readonly admin: Person,
    /** Of sign-ins. */
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

  /** An IPv6 address, in another network at each call. */
  address(): string {
    this.#names += 1
    return `2001:db8:0:${this.#names.toString(16)}::1`
  }

  /** The header of a request that an API key of Ada's opens. */
  async key(): Promise<{ readonly authorization: string }> {
    const create = 'mutation { createApiKey(input: { name: "cases" }) { text } }'
    this.#key ??= this.ada.data(create).then((made) => at(made, 'createApiKey', 'text'))
    return { authorization: `Bearer ${await this.#key}` }
  }

  /** A public character of Ada's. */
  async character(): Promise<string> {
    const create = 'mutation ($name: String!) { createCharacter(input: { name: $name }) { character { id } } }'
    return at(await this.ada.data(create, { name: this.name() }), 'createCharacter', 'character', 'id')
  }

  /** The id of an image of Ada's. */
  async image(): Promise<string> {
    const form = formOf({ image: await noise(4, 3).png().toBuffer() })
    return at((await this.ada.rest('POST', '/images', form)).body, 'id')
  }

  /** A creation of Ada's with the idempotency key of one whose outcome is deleted; `id` is where its answer has the id. */
  async retryOfDeleted(path: string, body: object, id: readonly string[]): Promise<Case> {
    const headers = { 'idempotency-key': this.name() }
    const made = await this.ada.rest('POST', path, body, headers)
    const madeId = id.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], made.body)
    await this.ada.rest('DELETE', `${path}/${String(madeId)}`)
    return { body, headers }
  }

  /** A room of Ada's with one entry. */
  async room(kind: 'chat' | 'office'): Promise<string> {
    const roomId = await this.ada.room(kind)
    const save = `mutation ($roomId: ID!) {
      saveLogEntry(input: { roomId: $roomId, inputData: "Hello", outputData: "Ahoy" }) { entry { index } }
    }`
    await this.ada.data(save, { roomId })
    return roomId
  }

  /** A room of the chat-log service with one entry, as its endpoints name it. */
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
