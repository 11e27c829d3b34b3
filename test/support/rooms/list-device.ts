import type { Client } from 'graphql-ws'
import type { Person } from '../app/person.js'

interface ListedRoom {
  readonly id: string
  readonly name: string | null
  readonly updatedAt: string
  readonly pinnedAt: string | null
  readonly unread: boolean
  readonly character?: { readonly name: string } | null
}

interface ListEvent {
  readonly reset: boolean
  readonly rooms: readonly ListedRoom[]
  readonly deletedRoomIds: readonly string[]
  readonly cursor: string
}

const subscription = `subscription ($after: String) { myRoomEvents(after: $after) { reset deletedRoomIds cursor
  rooms { id name updatedAt pinnedAt unread ... on ChatRoom { character { name } } } } }`

/** One device that follows the list of its account's rooms, as the guide describes. */
export class ListDevice {
  readonly events: ListEvent[] = []
  /** How the subscription ended: completed, or the code of its error. */
  ending: string | undefined
  #wake: (() => void) | undefined

  private constructor(
    private readonly socket: Client,
    readonly rooms: Map<string, ListedRoom>,
  ) {}

  /** Follows from now on, or where another device has stopped; resolves with the first event, or the end. */
  static async follow(person: Person, from?: ListDevice): Promise<ListDevice> {
    const device = ListDevice.begin(person, from)
    await device.until(() => device.events.length > 0 || device.ending !== undefined)
    return device
  }

  static begin(person: Person, from?: ListDevice, after = from?.events.at(-1)?.cursor): ListDevice {
    const device = new ListDevice(person.socket(), new Map(from?.rooms))
    device.socket.subscribe<{ myRoomEvents: ListEvent }>(
      { query: subscription, variables: { after } },
      {
        next: ({ data, errors }) => {
          if (data?.myRoomEvents) device.#take(data.myRoomEvents)
          else device.#end(codeOf(errors))
        },
        error: (errors) => device.#end(codeOf(errors)),
        complete: () => device.#end('completed'),
      },
    )
    return device
  }

  /** The UUIDs of its rooms, the last changed first. */
  get ids(): string[] {
    return [...this.rooms.values()].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).map(({ id }) => id)
  }

  same(other: ListDevice): boolean {
    const textOf = ({ rooms }: ListDevice) => JSON.stringify([...rooms].sort(([one], [two]) => (one < two ? -1 : 1)))
    return textOf(this) === textOf(other)
  }

  /** Resolves when the condition holds; checked after every event. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  /** Resolves when it has the list of a new device. */
  async untilFresh(person: Person): Promise<void> {
    const fresh = await ListDevice.follow(person)
    await fresh.close()
    await this.until(() => this.same(fresh))
  }

  async close(): Promise<void> {
    await this.socket.dispose()
  }

  #take(event: ListEvent): void {
    this.events.push(event)
    if (event.reset) this.rooms.clear()
    for (const room of event.rooms) this.rooms.set(room.id, room)
    for (const id of event.deletedRoomIds) this.rooms.delete(id)
    this.#wake?.()
  }

  #end(how: string): void {
    this.ending ??= how
    this.#wake?.()
  }
}

function codeOf(errors: unknown): string {
  const [error] = Array.isArray(errors) ? (errors as { extensions?: { code?: string } }[]) : []
  const { code } = errors as { code?: number }
  return error?.extensions?.code ?? `closed ${String(code)}`
}
