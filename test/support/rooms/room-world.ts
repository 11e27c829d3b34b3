import { setImmediate } from 'node:timers/promises'
import type { LogEntry, LogPage } from '@parley/chat-log-store'
import { fittingRows } from '@parley/runtime'
import { MemoryEventBus } from '../../../src/ports/event-bus/memory-event-bus.js'
import type { Generation } from '../../../src/replies/generation.js'
import { RoomFeed } from '../../../src/room-feed/room-feed.js'
import type { RoomEvent } from '../../../src/room-feed/room-event.js'
import type { RoomFollower } from '../../../src/room-feed/room-follower.js'
import { RoomReader } from '../../../src/room-feed/room-reader.js'
import { RoomChanges, type RoomChange } from '../../../src/rooms/room-changes.js'
import { noSettings, type Room, initialReading } from '../../../src/rooms/room.js'
import { fold, type FeedState } from './room-fold.js'

export type WorldAct = 'add' | 'change' | 'remove' | 'cut' | 'send' | 'step' | 'sweep' | 'rename'
/** The delivery of the changes; `untouched`: the room's `updatedAt` has not (yet) changed. */
export type Fate = 'once' | 'twice' | 'lost' | 'late' | 'untouched'

const caller = { kind: 'service' } as const
const roomId = '11111111-2222-4333-8444-555555555555'

/** One room in memory instead of the stores, with lost messages: many orders of events can be tried quickly. */
export class RoomWorld {
  reads = 0
  pages = 0
  /** The error of every read, while set. */
  failure: Error | undefined
  readonly #bus = new MemoryEventBus()
  readonly #roomChanges = new RoomChanges(this.#bus)
  readonly #entries = new Map<number, LogEntry>()
  #generations: Generation[] = []
  #lastIndex = 0
  #now = 1
  #late: (() => void)[] = []
  #room: Room | null = roomNumbered(1)
  #feed: RoomFeed | undefined

  constructor(
    count: number,
    private readonly options: {
      readonly pollMs?: number
      /** The bytes of an entry; 0 when unset. */
      readonly sizeOf?: (entry: LogEntry) => number
    } = {},
  ) {
    for (let made = 0; made < count; made += 1) this.#put((this.#lastIndex += 1), 1)
  }

  get topicCount(): number {
    return this.#bus.topics.length
  }

  get entries(): LogEntry[] {
    return [...this.#entries.values()]
  }

  async join(): Promise<WorldClient> {
    this.#feed ??= this.#makeFeed()
    return new WorldClient(await this.#feed.follow(caller, roomId), () => this.entries)
  }

  #makeFeed(): RoomFeed {
    const rooms = {
      find: async () => {
        this.reads += 1
        if (this.failure) throw this.failure
        return this.#room && { ...this.#room }
      },
      require: async () => this.#room ?? roomNumbered(0),
      logRoom: () => ({ kind: 'office', userId: '1', id: roomId }) as const,
    }
    const chatLogs = {
      page: async (_room: unknown, bounds: LogPage) => {
        this.pages += 1
        const newest = this.entries.reverse()
        const kept = fittingRows(newest.map(this.options.sizeOf ?? (() => 0)), bounds)
        return { entries: newest.slice(0, kept), hasMore: newest.length > kept }
      },
      findEntry: async (_room: unknown, index: number) => this.#entries.get(index) ?? null,
    }
    const replies = { list: async () => this.#generationPage() }
    const characters = { byIds: async () => [] }
    const personas = { inRoom: async () => undefined }
    // far from the writes: published events do not depend on whether a write is recent
    const clock = () => this.#now + 1_000_000
    const reader = new RoomReader({ rooms, chatLogs, replies, characters, personas, clock })
    const listReader = { read: () => Promise.reject(new Error('a list has its own tests')) }
    const { pollMs = 1_000_000_000 } = this.options
    return new RoomFeed({ rooms, reader, listReader, roomChanges: this.#roomChanges, pollMs })
  }

  async fresh(): Promise<FeedState> {
    const client = await this.join()
    await client.read()
    await client.leave()
    if (!client.state) throw new Error('there is no room')
    return client.state
  }

  /** `pick` selects the entry. */
  act(kind: WorldAct, pick: number, fate: Fate): void {
    const index = [...this.#entries.keys()][pick % Math.max(1, this.#entries.size)]
    const entry = index === undefined ? undefined : this.#entries.get(index)
    if (kind === 'add') this.#written({ kind: 'entry', index: this.#put((this.#lastIndex += 1), 1) }, fate)
    if (kind === 'rename') this.#renamed(String(pick), fate)
    if (kind === 'send' || kind === 'step' || kind === 'sweep') this.#generationActs[kind](fate)
    if (!entry) return
    if (kind === 'change') this.#written({ kind: 'entry', index: this.#put(entry.index, entry.version + 1) }, fate)
    if (kind === 'remove' && this.#entries.delete(entry.index))
      this.#written({ kind: 'entry deleted', index: entry.index }, fate)
    if (kind !== 'cut') return
    for (const other of [...this.#entries.keys()]) if (other >= entry.index) this.#entries.delete(other)
    this.#written({ kind: 'log cut', from: entry.index }, fate)
  }

  /** Delivers the late changes, and one that does not name an entry. */
  nudge(): void {
    this.#announce({ kind: 'generation' }, 'once')
  }

  delete(): void {
    this.#room = null
    this.#roomChanges.publish({ roomId }, { kind: 'room deleted' })
  }

  /** Resolves when the published changes have reached every follower. */
  async delivered(): Promise<void> {
    // the bus passes them on in one turn, the topic in the next
    await setImmediate()
    await setImmediate()
  }

  /** Creates another room with the same id. */
  replace(): void {
    this.#room = roomNumbered(2)
  }

  readonly #generationActs = {
    send: (fate: Fate) => {
      if (this.#generations[0]?.status === 'QUEUED') return
      this.#generations = [generationAt((this.#now += 1)), ...this.#generations]
      this.#announce({ kind: 'generation' }, fate)
    },
    step: (fate: Fate) => {
      const [newest, ...others] = this.#generations
      if (newest?.status !== 'QUEUED') return
      const index = this.#put((this.#lastIndex += 1), 1)
      this.#generations = [{ ...newest, status: 'COMPLETED', text: 'a', entryIndex: index }, ...others]
      this.#written({ kind: 'entry', index }, fate)
    },
    sweep: (fate: Fate) => {
      this.#generations = this.#generations.slice(0, -1)
      this.#announce({ kind: 'generation' }, fate)
    },
  }

  #renamed(name: string, fate: Fate): void {
    if (this.#room) this.#room = { ...this.#room, name }
    this.#announce({ kind: 'generation' }, fate)
  }

  #put(index: number, version: number): number {
    const said = `${String(index)}.${String(version)}`
    const entry = {
      roomId,
      index,
      version,
      inputData: said,
      outputData: '',
      imgUrl: null,
      createdAt: index,
      shown: { number: 1, origin: null, createdAt: index },
      others: [],
    }
    this.#entries.set(index, entry)
    return index
  }

  #written(item: RoomChange, fate: Fate): void {
    if (this.#room && fate !== 'untouched') this.#room = { ...this.#room, updatedAt: (this.#now += 1) }
    this.#announce(item, fate)
  }

  #announce(item: RoomChange, fate: Fate): void {
    const announce = () => this.#roomChanges.publish({ roomId }, item)
    if (fate === 'late') this.#late.push(announce)
    if (fate === 'once' || fate === 'twice' || fate === 'untouched') announce()
    if (fate === 'twice') announce()
    if (fate !== 'late') for (const overdue of this.#late.splice(0).reverse()) overdue()
  }

  #generationPage() {
    const nodes = this.#generations.slice(0, 10)
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null }
    return { edges: [], nodes, pageInfo }
  }
}

/**
 * A client that reads when the test says so. `kept` is the state of a client that drops nothing, and reads everything
 * older after a snapshot.
 */
export class WorldClient {
  state: FeedState | null | undefined
  kept = new Map<number, LogEntry>()
  /** By the id of a generation: its entry when the generation was published. */
  became = new Map<string, LogEntry | undefined>()
  readonly kinds: string[] = []
  readonly events: RoomEvent[] = []
  isOver = false
  failure: unknown
  #reading: Promise<void> | undefined

  constructor(
    private readonly follower: RoomFollower,
    private readonly readAll: () => readonly LogEntry[],
  ) {}

  /** Reads the next event, if there is one. */
  read(): Promise<void> {
    return (this.#reading ??= this.#next().finally(() => (this.#reading = undefined)))
  }

  /** Reads until there are no more events. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 3 && !this.isOver; quiet += 1) if (await this.tick()) quiet = -1
  }

  /** Runs everything that is possible now; returns whether there was an event. */
  async tick(): Promise<boolean> {
    const received = this.kinds.length
    void this.read()
    await setImmediate()
    return this.kinds.length > received
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await this.tick()
  }

  async leave(): Promise<void> {
    await this.follower.return()
  }

  async #next(): Promise<void> {
    try {
      const { done, value } = await this.follower.next()
      if (done) this.isOver = true
      else {
        this.events.push(value)
        this.#take(value)
      }
    } catch (error) {
      this.failure = error
      this.isOver = true
    }
  }

  #take({ kind, ...event }: RoomEvent): void {
    this.kinds.push(kind)
    this.state = fold(this.state, { __typename: kind, ...event })
    if ('entries' in event) {
      const older = this.readAll().filter(({ index }) => index < (event.entries[0]?.index ?? 0))
      this.kept = new Map([...older, ...event.entries].map((entry) => [entry.index, entry]))
    }
    if (kind === 'RoomSnapshot') this.became.clear()
    const generations = 'generation' in event ? [event.generation] : 'generations' in event ? event.generations : []
    for (const { id, entryIndex } of generations) this.became.set(id, this.#entryAt(entryIndex))
    if ('entry' in event) this.kept.set(event.entry.index, event.entry)
    if ('index' in event) this.kept.delete(event.index)
    if ('fromIndex' in event)
      for (const index of [...this.kept.keys()]) if (index >= event.fromIndex) this.kept.delete(index)
    this.kept = new Map([...this.kept].sort(([one], [other]) => one - other))
  }

  #entryAt(index: number | null): LogEntry | undefined {
    return this.readAll().find((entry) => entry.index === index)
  }
}

function roomNumbered(id: number): Room {
  const ends = { ...noSettings, ...initialReading, keptGreeting: null, testOf: null, createdAt: 1, updatedAt: 1 }
  return {
    id,
    roomId,
    kind: 'office',
    ownerId: 1,
    userId: '1',
    characterId: null,
    personaId: null,
    roomType: 'office',
    ...ends,
  }
}

function generationAt(createdAt: number): Generation {
  const target = { promptEstimate: 0, regeneratesIndex: null, regeneratesVersion: null, continuesFrom: null }
  const nothing = {
    errorCode: null,
    receipt: null,
    lore: null,
    persona: null,
    finishReason: null,
    sealedAt: null,
    cancelledAt: null,
    entryIndex: null,
    finishedAt: null,
    leaseUntil: 0,
    ...target,
  }
  const initialReading = {
    attempt: 1,
    text: '',
    thoughts: null,
    thoughtsMs: null,
    webSearch: null,
    sources: null,
    owner: '',
    resumeAt: null,
    imageId: null,
    attachments: null,
    timeZone: null,
  }
  const asked = {
    ownerId: 1,
    keyId: null,
    message: 'a',
    sender: null,
    model: 'Local',
    searchAccess: false,
    interruptions: 0,
    historyEnd: null,
  }
  const id = `g${String(createdAt)}`
  return { id, roomId, status: 'QUEUED', createdAt, ...initialReading, ...asked, ...nothing }
}
