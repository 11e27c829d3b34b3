import type { CallOptions, Client } from '../client.js'
import { newKey } from '../idempotency-key.js'
import { LiveStore, type LiveState } from '../live-store.js'
import * as operations from '../operations.generated.js'
import type { EntryFragment, GenerationFragment, RoomFragment, SendMessageInput } from '../operations.generated.js'
import { ParleyError } from '../parley-error.js'
import { SingleFlight } from '../single-flight.js'
import { ReplyFollower } from './reply-follower.js'
import { foldRoom, isRunning, withEntries, type RoomEvent, type RoomLog } from './room-fold.js'
import { Sent, type ReplyEvent } from './sent.js'

export interface RoomState extends RoomLog, LiveState {
  /** The running reply with its text so far; null without one. */
  readonly reply: GenerationFragment | null
}

export interface SendOptions extends CallOptions, Partial<Omit<SendMessageInput, 'roomId' | 'text'>> {}
export interface RegenerateOptions extends CallOptions {
  readonly expectedVersion?: number
  /** Replaces the message. */
  readonly inputData?: string
  readonly model?: string
  readonly searchAccess?: boolean
  readonly idempotencyKey?: string
  /** An IANA name: that of the dates which the model reads. */
  readonly timeZone?: string
}
export interface ContinueOptions extends CallOptions {
  readonly expectedVersion?: number
  readonly model?: string
  readonly idempotencyKey?: string
}
export interface VersionOptions extends CallOptions {
  /** The version that the caller has seen: CONFLICT if the entry has another one. */
  readonly expectedVersion?: number
}

/** The window of the room's events, and the most that a room holds with older entries. */
const newest = 50
const most = 5_000

const empty: RoomState = {
  ...{ room: null, entries: [], hasOlderEntries: false, generations: [], isDeleted: false },
  ...{ reply: null, connection: 'idle', error: null },
}

/** A room that follows its log and its running reply while it has a listener. */
export class Room extends LiveStore<RoomState> {
  readonly #reply: ReplyFollower
  #signal: AbortSignal = AbortSignal.abort()
  /** Whether the state has older entries than the events of the room cover. */
  #hasPages = false
  /** The oldest page that was read since the last snapshot. */
  #oldest: { readonly cursor: string | null; readonly index: number } | undefined
  readonly #reading = new SingleFlight<void>()
  /** Pages are read until one has this index or a lower one. */
  #until = Infinity
  /** Indexes of entries that were deleted while a page was read: the page may be older. */
  readonly #deleted = new Set<number>()
  #cutFrom = Infinity
  #snapshots = 0

  constructor(
    client: Client,
    readonly id: string,
  ) {
    super(client, empty)
    this.#reply = new ReplyFollower(client, (event) => this.#replied(event))
  }

  /** Sends a message. It is sent once, however often it must be repeated. */
  async send(text: string, { signal, idempotencyKey = newKey(), ...rest }: SendOptions = {}): Promise<Sent> {
    const input = { ...rest, roomId: this.id, text, idempotencyKey }
    return new Sent(this.client, (await this.client.request(operations.sendMessage, { input }, { signal })).sendMessage)
  }

  /** Generates another reply of an entry. */
  async regenerate(index: number, { signal, ...rest }: RegenerateOptions = {}): Promise<Sent> {
    const variables = { idempotencyKey: newKey(), ...rest, roomId: this.id, index }
    return new Sent(this.client, (await this.client.request(operations.regenerate, variables, { signal })).regenerate)
  }

  /** Goes on with the reply that an entry shows. Its text begins with that reply. */
  async continueReply(index: number, { signal, ...rest }: ContinueOptions = {}): Promise<Sent> {
    const variables = { idempotencyKey: newKey(), ...rest, roomId: this.id, index }
    const { continueReply } = await this.client.request(operations.continueReply, variables, { signal })
    return new Sent(this.client, continueReply)
  }

  /** The files of the account that messages of the room have, the oldest first. */
  async files(options: CallOptions = {}) {
    const { room } = await this.client.request(operations.roomFiles, { roomId: this.id }, options)
    return room?.files ?? []
  }

  /** The replies of an entry, of which it shows one. */
  async alternatives(index: number, options: CallOptions = {}) {
    const { room } = await this.client.request(operations.alternatives, { roomId: this.id, index }, options)
    return room?.entry?.alternatives ?? []
  }

  async chooseAlternative(index: number, alternative: number, { signal, ...rest }: VersionOptions = {}) {
    const variables = { ...rest, roomId: this.id, index, alternative }
    const { chooseAlternative } = await this.client.request(operations.chooseAlternative, variables, { signal })
    return this.#changed(chooseAlternative.entry)
  }

  /** Changes the texts of an entry, of the version that is given by default. It keeps the rest. */
  async edit(
    { index, inputData, outputData, imgUrl, version }: EntryFragment,
    change: { readonly inputData?: string; readonly outputData?: string },
    { signal, ...rest }: VersionOptions = {},
  ): Promise<EntryFragment> {
    const texts = { inputData, outputData, imgUrl, ...change }
    const input = { ...texts, expectedVersion: version, ...rest, roomId: this.id, index }
    const { updateLogEntry } = await this.client.request(operations.updateEntry, { input }, { signal })
    return this.#changed(updateLogEntry.entry)
  }

  async deleteEntry(index: number, { signal, ...rest }: VersionOptions = {}): Promise<void> {
    await this.client.request(operations.deleteEntry, { ...rest, roomId: this.id, index }, { signal })
    this.#apply({ __typename: 'EntryDeleted', index })
  }

  /** Removes the entry and all later ones. */
  async cut(
    fromIndex: number,
    { signal, ...rest }: VersionOptions & { readonly expectedLastIndex?: number } = {},
  ): Promise<void> {
    await this.client.request(operations.cutLog, { ...rest, roomId: this.id, fromIndex }, { signal })
  }

  /** Changes the name, the settings or the archive of the room. */
  async update(input: operations.UpdateRoomInput, options: CallOptions = {}): Promise<RoomFragment> {
    return (await this.client.request(operations.updateRoom, { id: this.id, input }, options)).updateRoom.room
  }

  /** Pins the room, or removes the pin. */
  async setPinned(pinned: boolean, options: CallOptions = {}): Promise<RoomFragment> {
    const repeatable = { ...options, isRepeatable: true }
    return (await this.client.request(operations.setRoomPinned, { id: this.id, pinned }, repeatable)).setRoomPinned.room
  }

  /** Records that the first `upTo` replies are read: the `replyCount` of the room that was shown. */
  async markRead(upTo: number, options: CallOptions = {}): Promise<RoomFragment> {
    const repeatable = { ...options, isRepeatable: true }
    return (await this.client.request(operations.markRoomRead, { id: this.id, upTo }, repeatable)).markRoomRead.room
  }

  async remove(options: CallOptions = {}): Promise<void> {
    await this.client.request(operations.deleteRoom, { id: this.id }, options)
  }

  /** Stops the running reply, which an earlier page or another device may have begun. */
  async cancel(options: CallOptions = {}): Promise<void> {
    const { reply } = this.getSnapshot()
    if (reply) await new Sent(this.client, { generation: reply, replayed: true }).cancel(options)
  }

  /** Removes the record of an ended generation, such as a failed one. Its entry stays. */
  async removeGeneration(id: string, options: CallOptions = {}): Promise<void> {
    await this.client.request(operations.removeGeneration, { id }, { ...options, isRepeatable: true })
    const state = this.getSnapshot()
    this.#show({ ...state, generations: state.generations.filter((one) => one.id !== id) })
  }

  /** Reads the entries before those of the state. Calls at the same time share one read. */
  loadOlder({ signal }: CallOptions = {}): Promise<void> {
    return this.#reading.run(this.#readingUntil((this.getSnapshot().entries[0]?.index ?? 1) - 1), signal)
  }

  protected override reset(): void {
    // a page that is being read belongs to the account before
    this.#snapshots += 1
    this.#hasPages = false
    this.#oldest = undefined
    this.#reply.last = undefined
    super.reset()
  }

  protected async follow(signal: AbortSignal): Promise<void> {
    this.#signal = signal
    const events = this.client.follow(
      operations.roomEvents,
      { roomId: this.id },
      { signal, onConnection: this.onConnection },
    )
    for await (const { roomEvents } of events) this.#apply(roomEvents)
  }

  #readingUntil(index: number): () => Promise<void> {
    this.#until = Math.min(this.#until, index)
    return () => this.#readPages().finally(() => (this.#until = Infinity))
  }

  async #readPages(): Promise<void> {
    for (let isEnough = false; !isEnough;) {
      this.#deleted.clear()
      this.#cutFrom = Infinity
      this.account()
      const snapshots = this.#snapshots
      const variables = { roomId: this.id, before: this.#oldest?.cursor, last: newest }
      const { room } = await this.client.request(operations.entryPage, variables)
      this.account()
      if (!room) throw new ParleyError('NOT_FOUND')
      // a snapshot has replaced what this page continues
      if (snapshots !== this.#snapshots) continue
      const { nodes, pageInfo } = room.entries
      const first = pageInfo.hasPreviousPage ? (nodes[0]?.index ?? 0) : 0
      const last = this.#oldest?.index ?? (nodes.at(-1)?.index ?? 0) + 1
      const state = this.getSnapshot()
      // the page has all entries of its range
      const others = state.entries.filter(({ index }) => index < first || index >= last)
      const read = nodes.filter(({ index }) => !this.#deleted.has(index) && index < this.#cutFrom)
      const known = state.entries.filter(({ index }) => read.some((entry) => entry.index === index))
      this.#hasPages = true
      this.#oldest = { cursor: pageInfo.startCursor, index: first }
      const { entries } = withEntries({ ...state, entries: [...others, ...known] }, read, most)
      this.set({ entries, hasOlderEntries: pageInfo.hasPreviousPage })
      isEnough = !pageInfo.hasPreviousPage || first <= this.#until
    }
  }

  #apply(event: RoomEvent): void {
    const state = this.getSnapshot()
    if (event.__typename === 'EntryDeleted') this.#deleted.add(event.index)
    if (event.__typename === 'LogCut') this.#cutFrom = Math.min(this.#cutFrom, event.fromIndex)
    const log = foldRoom(state, event, this.#most)
    if (!this.#hasPages) return this.#show(log)
    if (event.__typename !== 'RoomSnapshot') return this.#show({ ...log, hasOlderEntries: state.hasOlderEntries })
    // older entries stay until their pages have been read again
    this.#snapshots += 1
    this.#oldest = undefined
    const older = state.entries.filter(({ index }) => index < (log.entries[0]?.index ?? 0))
    this.#show({ ...log, entries: [...older, ...log.entries] })
    if (older[0]) this.#reading.start(this.#readingUntil(older[0].index))
  }

  get #most(): number {
    return this.#hasPages ? most : newest
  }

  /** The events of the room and those of the reply are separate: an entry shows in the moment in which its reply ends. */
  #replied(event: ReplyEvent): void {
    const { entry, status, generationId } = event
    const state = this.getSnapshot()
    if (isRunning(status)) return this.#show(state)
    const log = entry ? withEntries(state, [entry], this.#most) : state
    const generations = state.generations.map((one) => (one.id === generationId ? { ...one, ...event } : one))
    this.#show({ ...log, generations })
  }

  #changed(entry: EntryFragment): EntryFragment {
    if (this.getSnapshot().entries.some(({ index }) => index === entry.index))
      this.#apply({ __typename: 'EntryChanged', entry })
    return entry
  }

  #show(log: RoomLog): void {
    const running = log.generations.find(({ status }) => isRunning(status))
    this.#reply.follow(running?.id, this.#signal)
    const { last } = this.#reply
    this.set({ ...log, reply: running ? { ...running, ...last } : null })
  }
}
