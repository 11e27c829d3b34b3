import type { CallOptions, Client, FollowOptions } from '../client.js'
import { LiveStore, type LiveState } from '../live-store.js'
import { SingleFlight } from '../single-flight.js'
import { roomListEvents, roomPage, type RoomFragment, type RoomPageQuery } from '../operations.generated.js'

export interface RoomListState extends LiveState {
  /** The last changed first. */
  readonly rooms: readonly RoomFragment[]
  readonly hasMore: boolean
}

export interface RoomFilter {
  /** True: archived rooms only; null: all. Absent: those that are not archived. */
  readonly archived?: boolean | null
}

/** An event with fewer rooms has all of them, unless it is so long that others had no place. */
const mostRooms = 50
const mostLength = 500_000

/** The rooms of the account, which follow their changes on every device while the list has a listener. */
export class RoomList extends LiveStore<RoomListState> {
  readonly #rooms = new Map<string, RoomFragment>()
  readonly #reading = new SingleFlight<void>()
  readonly #readingPinned = new SingleFlight<void>()
  /** The round whose pinned rooms are all read. */
  #pinnedRound: number | undefined
  #pages = 0
  /** How many pages are read, or will be. */
  #wanted = 0
  #cursor: string | null | undefined
  /** Counts how often the pages were read from the first one. */
  #round = 0
  /** Rooms that pages of this round have, or that an event has changed or deleted: pages may be older than the event. */
  readonly #seen = new Set<string>()

  readonly #filter: RoomFilter

  constructor(client: Client, filter: RoomFilter) {
    super(client, { rooms: [], hasMore: false, connection: 'idle', error: null })
    this.#filter = filter
  }

  /** Reads the next page of older rooms. Calls at the same time share one read. */
  loadMore({ signal }: CallOptions = {}): Promise<void> {
    this.#wanted = this.#pages + 1
    return this.#reading.run(() => this.#read(), signal)
  }

  protected override reset(): void {
    this.#rooms.clear()
    this.#wanted = 0
    this.#begin()
    super.reset()
  }

  protected async follow(signal: AbortSignal): Promise<void> {
    const options: FollowOptions = {
      signal,
      onConnection: this.onConnection,
      // older rooms, which no cursor has, are read when the first event says that the server follows them
      resumes: () => this.#wanted === 0 && !this.getSnapshot().hasMore,
    }
    for await (const { myRoomEvents: event } of this.client.follow(roomListEvents, {}, options)) {
      const isWhole = event.reset && this.#wanted === 0
      if (isWhole) for (const { id, pinnedAt } of this.#rooms.values()) if (pinnedAt === null) this.#rooms.delete(id)
      if (event.reset) this.#readAgain()
      for (const id of event.deletedRoomIds) {
        this.#rooms.delete(id)
        this.#seen.add(id)
      }
      for (const room of event.rooms) {
        this.#rooms.set(room.id, room)
        this.#seen.add(room.id)
      }
      this.#show(
        isWhole
          ? event.rooms.length >= mostRooms || JSON.stringify(event.rooms).length > mostLength
          : this.getSnapshot().hasMore,
      )
    }
  }

  #begin(): void {
    this.#round += 1
    this.#pages = 0
    this.#cursor = null
    this.#seen.clear()
  }

  #readAgain(): void {
    this.#begin()
    // after a failure the next connection reads them again
    this.#readingPinned.start(() => this.#readPinned())
    if (this.#wanted > 0) this.#reading.start(() => this.#read())
  }

  /** Pinned rooms are shown first, and can be older than all pages. */
  async #readPinned(): Promise<void> {
    const { archived = false } = this.#filter
    for (let after: string | null | undefined = null, round = this.#round; ;) {
      const { myRooms }: RoomPageQuery = await this.client.request(roomPage, {
        after,
        pinned: true,
        archived,
      })
      this.account()
      const isCurrent = round === this.#round
      if (isCurrent) this.#put(myRooms?.nodes ?? [])
      if (isCurrent && myRooms?.pageInfo.hasNextPage !== true) {
        this.#pinnedRound = round
        break
      }
      after = isCurrent ? myRooms?.pageInfo.endCursor : null
      round = this.#round
    }
    for (const { id, pinnedAt } of this.#rooms.values())
      if (pinnedAt !== null && !this.#seen.has(id)) this.#rooms.delete(id)
    this.#show(this.getSnapshot().hasMore)
  }

  /** Puts rooms of a page into the list, unless an event has changed them since. */
  #put(rooms: readonly RoomFragment[]): void {
    for (const room of rooms) {
      if (!this.#seen.has(room.id)) this.#rooms.set(room.id, room)
      this.#seen.add(room.id)
    }
  }

  async #read(): Promise<void> {
    // the others are in the list as well when an event has them
    const archived = this.#filter.archived === true ? true : null
    for (let hasMore = true, isNew = false; hasMore && (this.#pages < this.#wanted || !isNew);) {
      this.account()
      const round = this.#round
      const { myRooms } = await this.client.request(roomPage, { after: this.#cursor, archived })
      this.account()
      if (round !== this.#round) continue
      const { nodes = [], pageInfo } = myRooms ?? {}
      isNew ||= nodes.some(({ id }) => !this.#rooms.has(id))
      this.#put(nodes)
      this.#cursor = pageInfo?.endCursor
      this.#pages += 1
      hasMore = pageInfo?.hasNextPage ?? false
      // the others are older than all pages, or deleted; pinned ones may be read later
      if (this.#pages >= this.#wanted)
        for (const { id, pinnedAt } of this.#rooms.values())
          if (!this.#seen.has(id) && (pinnedAt === null || this.#pinnedRound === this.#round)) this.#rooms.delete(id)
      this.#show(hasMore)
    }
    this.#wanted = this.#pages
  }

  #show(hasMore: boolean): void {
    const { archived = false } = this.#filter
    const rooms = [...this.#rooms.values()]
      .filter(({ archivedAt }) => archived === null || (archivedAt !== null) === archived)
      .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    this.set({ hasMore, rooms })
  }
}
