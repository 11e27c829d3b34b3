import type { Client } from 'graphql-ws'
import { isJsonObject } from '@parley/runtime'
import type { Person } from '../app/person.js'
import { fold, type FeedEvent, type FeedState } from './room-fold.js'

const fragments = `
  fragment R on Room { __typename id recordId ownerId userId name createdAt updatedAt
    proposedTitle instructions model archivedAt pinnedAt replyCount readReplies unread sampling { maxTokens temperature topP }
    personaId persona { name description imageUrl isDefault }
    ... on ChatRoom { characterId greetingIndex greeting character { name greeting imageUrl visibility } } ... on OfficeRoom { roomType } }
  fragment E on LogEntry { id index inputData outputData imgUrl version createdAt }
  fragment G on Generation { id roomId message model status attempt text error { code } entry { ...E } createdAt finishedAt }`

const subscription = `subscription ($roomId: ID!) { roomEvents(roomId: $roomId) { __typename
  ... on RoomSnapshot { room { ...R } entries { ...E } hasOlderEntries generations { ...G } activeGeneration { ...G } }
  ... on EntryAdded { entry { ...E } } ... on EntryChanged { entry { ...E } }
  ... on EntryDeleted { index } ... on LogCut { fromIndex }
  ... on GenerationChanged { generation { ...G } }
  ... on RoomChanged { room { ...R } hasOlderEntries } ... on RoomDeleted { roomId } } } ${fragments}`

const query = `query ($roomId: ID!) { room(id: $roomId) { ...R
  entries(last: 50) { nodes { ...E } pageInfo { hasPreviousPage } }
  generations(first: 10) { nodes { ...G } } activeGeneration { ...G } } } ${fragments}`

/** One device that follows a room and applies the documented fold. */
export class Device {
  readonly events: FeedEvent[] = []
  state: FeedState | null | undefined
  /** How the subscription ended: completed, or the code of its error. */
  ending: string | undefined
  #wake: (() => void) | undefined

  private constructor(private readonly socket: Client) {}

  /** Begins to follow; resolves with the first event, or the end. */
  static async follow(person: Person, roomId: string): Promise<Device> {
    const device = new Device(person.socket())
    device.socket.subscribe<{ roomEvents: FeedEvent }>(
      { query: subscription, variables: { roomId } },
      {
        next: ({ data, errors }) => device.#take(data?.roomEvents, errors),
        error: (errors) => device.#end(codeOf(errors)),
        complete: () => device.#end('completed'),
      },
    )
    await device.until(() => device.events.length > 0 || device.ending !== undefined)
    return device
  }

  get kinds(): string[] {
    return this.events.map(({ __typename }) => __typename)
  }

  /** Resolves when the condition holds; checked after every event. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  /** Resolves when its state equals this one. */
  async untilSame(state: FeedState | null): Promise<void> {
    const wanted = comparable(state)
    await this.until(() => this.ending !== undefined || comparable(this.state) === wanted)
    if (comparable(this.state) !== wanted) throw new Error(`ended (${String(this.ending)}) with another state`)
  }

  async close(): Promise<void> {
    await this.socket.dispose()
  }

  #take(event: FeedEvent | undefined, errors: unknown): void {
    if (errors !== undefined || event === undefined) {
      this.#end(codeOf(errors))
      return
    }
    this.events.push(event)
    this.state = fold(this.state, event)
    this.#wake?.()
  }

  #end(how: string): void {
    this.ending ??= how
    this.#wake?.()
  }
}

/** The first event of a new follower. */
export async function freshSnapshot(person: Person, roomId: string): Promise<FeedState> {
  const device = await Device.follow(person, roomId)
  await device.close()
  if (!device.state) throw new Error(`no snapshot: ${String(device.ending)}`)
  return device.state
}

/** The same state from a query, independent of the feed; null without such a room. */
export async function queriedState(person: Person, roomId: string): Promise<FeedState | null> {
  const { room } = (await person.data(query, { roomId })) as { room: QueriedRoom | null }
  if (!room) return null
  const { entries, generations, activeGeneration, ...rest } = room
  const { nodes, pageInfo } = entries
  const lists = { entries: nodes, hasOlderEntries: pageInfo.hasPreviousPage, generations: generations.nodes }
  return { room: rest, ...lists, activeGeneration }
}

type QueriedRoom = FeedState['room'] & {
  readonly entries: { readonly nodes: FeedState['entries']; readonly pageInfo: { readonly hasPreviousPage: boolean } }
  readonly generations: { readonly nodes: FeedState['generations'] }
  readonly activeGeneration: FeedState['activeGeneration']
}

/** For comparison, without the text of a running generation, which has its own subscription. */
export function comparable(state: FeedState | null | undefined): string {
  if (!state) return 'nothing'
  const { room, entries, hasOlderEntries, generations, activeGeneration } = state
  const replies = generations.map((one) => (one.id === activeGeneration?.id ? { ...one, text: '' } : one))
  const active = activeGeneration && { ...activeGeneration, text: '' }
  return JSON.stringify({ room, entries, hasOlderEntries, replies, active })
}

/** The code of the first error, or of the close of the socket. */
function codeOf(errors: unknown): string {
  if (isJsonObject(errors) && typeof errors['code'] === 'number') return `closed ${String(errors['code'])}`
  const [first] = Array.isArray(errors) ? (errors as { extensions?: { code?: string } }[]) : []
  return first?.extensions?.code ?? String(errors)
}
