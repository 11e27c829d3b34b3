import type { Room } from '../rooms/room.js'
import { writeListCursor, type RoomListState } from './room-list-cursor.js'
import type { RoomListEvent } from './room-list-event.js'
import type { RoomListView } from './room-list-reader.js'
import { StoreFollower, type FollowerOptions } from './store-follower.js'

/** With more named rooms than this a new list is shorter. */
const namedAtOnce = 20

/** The events of an account's rooms for one client. Each brings its list to the state of one read. */
export class RoomListFollower extends StoreFollower<RoomListEvent, string> {
  /** The newest rooms that the client has; undefined when it needs a new list. */
  #state: RoomListState | undefined
  #next: RoomListState = new Map()
  /** Rooms named by bus messages and not published yet. */
  readonly #named = new Set<string>()

  constructor(
    private readonly options: FollowerOptions<string> & {
      /** The state of a client that continues. */
      readonly seen: RoomListState | undefined
      readonly read: (roomIds: readonly string[], change: number) => Promise<RoomListView>
    },
  ) {
    super(options)
    this.#state = options.seen
  }

  /** The first read. Throws UNAVAILABLE when the store cannot be reached. */
  begin(): Promise<void> {
    return this.readNow()
  }

  protected async read(): Promise<readonly RoomListEvent[]> {
    const { names, isIncomplete, change } = this.options.buffer.drain()
    for (const name of names) this.#named.add(name)
    // lost messages may have named older rooms, which no read compares
    if (isIncomplete || this.#named.size > namedAtOnce) this.#state = undefined
    if (!this.#state) this.#named.clear()
    const isDeleted = (name: string) => name.startsWith('-')
    const named = [...this.#named].filter((name) => !isDeleted(name))
    const deleted = [...this.#named].filter(isDeleted).map((name) => name.slice(1))
    const known = new Set([...(this.#state?.keys() ?? []), ...deleted])
    const { newest, hasMore, older, keys } = await this.options.read([...known, ...named], change)
    const isOther = ({ roomId }: Room) => this.#state?.get(roomId) !== keys.get(roomId)
    // further rooms may have changed beyond the newest ones
    if (hasMore && newest.every(isOther)) this.#state = undefined
    const reset = this.#state === undefined
    const rooms = reset ? newest : [...newest, ...older].filter(isOther)
    const deletedRoomIds = reset ? [] : [...known].filter((roomId) => !keys.has(roomId))
    this.#next = new Map(newest.map(({ roomId }) => [roomId, keys.get(roomId) ?? '']))
    if (!reset && rooms.length + deletedRoomIds.length === 0) {
      this.#named.clear()
      return []
    }
    return [{ reset, rooms, deletedRoomIds, cursor: writeListCursor(this.#next) }]
  }

  protected publish(): void {
    this.#state = this.#next
    this.#named.clear()
  }

  protected isLast(): boolean {
    return false
  }
}
