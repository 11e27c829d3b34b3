import type { TestApp } from './app.js'
import type { ServiceName } from './documented.js'
import { LogRoom } from './log-room.js'
import { at } from './person.js'
import type { Person } from './person.js'

/** A request to an endpoint. Ada sends it, or at an internal service whoever has its token. */
export interface Case {
  readonly by?: Person
  /** What stands in the path: `{ id: '7' }`. */
  readonly path?: Readonly<Record<string, string>>
  /** With its question mark. */
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** What its body says otherwise when the same idempotency key is used again, which is 409. */
  readonly again?: object
}

/** The test that gets an answer which takes more than a request: Person holds it to the document there too. */
export type Elsewhere = `test/${string}.test.ts`

/** By operationId, then by the status it provokes. One that succeeds makes something new at every call. */
export type Cases = Readonly<
  Record<string, Readonly<Record<number, Case | ((world: World) => Case | Promise<Case>) | Elsewhere>>>
>

/** What cases are made of. */
export class World {
  #names = 0

  private constructor(
    readonly app: TestApp,
    readonly ada: Person,
    readonly eve: Person,
    readonly administrator: Person,
    /** Who sends what no case says otherwise of. */
    readonly callers: Readonly<Record<ServiceName, Person>>,
  ) {}

  /** Needs every role of the facade, and the token of its services. */
  static async create(app: TestApp, serviceToken: string): Promise<World> {
    const [ada, eve, administrator] = [await app.person('ada'), await app.person('eve'), await app.admin()]
    const callers = { application: ada, chatLog: app.chatLog(serviceToken), admin: app.adminService(serviceToken) }
    return new World(app, ada, eve, administrator, callers)
  }

  get stranger(): Person {
    return this.app.stranger()
  }

  name(): string {
    this.#names += 1
    return `name${String(this.#names)}`
  }

  /** A public character of Ada's. */
  async character(): Promise<string> {
    const create = 'mutation ($name: String!) { createCharacter(input: { name: $name }) { character { id } } }'
    return at(await this.ada.data(create, { name: this.name() }), 'createCharacter', 'character', 'id')
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
    const room = await LogRoom.create(this.callers.chatLog, folder)
    await room.save()
    return { user_id: room.userId, id: room.id }
  }
}
