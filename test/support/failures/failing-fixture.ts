import { AppError, StoreUnwritable } from '@parley/runtime'
import { createTestApp, type TestApp } from '../app/app.js'
import { FailingPort } from './failing-port.js'
import { LogRoom } from '../rooms/log-room.js'
import { at, type Person } from '../app/person.js'
import { noise } from '../images/pictures.js'

export type PortName = 'chat-log store' | 'file store' | 'database' | 'reply generator'

const hourMs = 3_600_000
const full = () =>
  new StoreUnwritable('database', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
const noModel = () => new AppError('UNAVAILABLE', { part: 'model' })

/** An app whose ports can fail, with an account, and with a clock that can be moved forward. */
export class FailingFixture {
  private constructor(
    readonly app: TestApp,
    readonly ports: ReadonlyMap<PortName, FailingPort<object>>,
    readonly bob: Person,
    private readonly png: Blob,
    private readonly time: { aheadMs: number },
  ) {}

  static async open(): Promise<FailingFixture> {
    const ports = new Map<PortName, FailingPort<object>>()
    const kept = <Port extends object>(name: PortName, failing: FailingPort<Port>): Port => {
      // of the two generators only the first one, which office rooms use
      if (!ports.has(name)) ports.set(name, failing)
      return failing.port
    }
    const time = { aheadMs: 0 }
    const app = await createTestApp({
      roles: 'app,chatlog',
      env: { LOCAL_MODEL: 'scripted:?delayMs=1&chunks=2', IMAGE_HOST: 'img.example', JWT_TTL_MS: String(2 ** 40) },
      clock: () => Date.now() + time.aheadMs,
      wrap: {
        database: (door) => kept('database', new FailingPort(door)),
        chatLogs: (store) => kept('chat-log store', new FailingPort(store)),
        fileStore: (store) => kept('file store', new FailingPort(store, { streams: ['list'], failure: full })),
        generator: (generator) =>
          kept('reply generator', new FailingPort(generator, { streams: ['generate'], failure: noModel })),
      },
    })
    const png = new Blob([new Uint8Array(await noise(6, 4).png().toBuffer())])
    return new FailingFixture(app, ports, await app.person('bob'), png, time)
  }

  close(): Promise<void> {
    return this.app.close()
  }

  port(name: PortName): FailingPort<object> {
    const port = this.ports.get(name)
    if (!port) throw new Error(`no ${name}`)
    return port
  }

  /** Moves the clock forward and runs all deferred work. */
  async later(): Promise<void> {
    this.time.aheadMs += 61_000
    await this.app.app.product.purger.round()
    await this.app.app.product.purger.idle()
  }

  /** Moves the clock forward until the remains of failed uploads are old enough, and removes them. */
  async sweep(): Promise<void> {
    this.time.aheadMs += 2 * hourMs
    await this.app.app.product.images.sweep()
  }

  logOf(person: Person, id: string, folder: '/doclog/office' | '/doclog/chatbot' = '/doclog/office'): LogRoom {
    return new LogRoom(this.app.chatLog(), folder, id, person.id)
  }

  /** Creates a character with an image. */
  async character(person: Person): Promise<{ readonly id: number; readonly imageUrl: string }> {
    const { body } = await person.rest('POST', '/api/characters', this.form('image', grace))
    return (body as { data: { id: number; imageUrl: string } }).data
  }

  async chat(person: Person, id: number): Promise<string> {
    return at((await person.rest('POST', '/api/rooms/chatrooms', { character_id: id })).body, 'room_id')
  }

  /** A form with an image and text fields. */
  form(part: 'image' | 'profileImage', fields: object = {}): FormData {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
    body.set(part, this.png, 'a.png')
    return body
  }

  async isServed(url: string): Promise<boolean> {
    const { pathname, search } = new URL(url)
    return (await this.app.stranger().rest('GET', pathname + search)).status === 200
  }

  async roomsNamed(name: string): Promise<string[]> {
    const { myRooms } = (await this.bob.data('{ myRooms(first: 100) { nodes { id name } } }')) as {
      myRooms: { nodes: { id: string; name: string }[] }
    }
    return myRooms.nodes.filter((room) => room.name === name).map(({ id }) => id)
  }
}

export const grace = { name: 'Grace', greeting: 'Ahoy', context: 'A sailor' } as const
