import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import WebSocket from 'ws'
import { until } from '@parley/testing'
import {
  createParley,
  memorySession,
  ParleyError,
  type Room,
  type StoredSession,
} from '../../../packages/client/src/index.js'
import type { Random } from '../../crash/random.js'
import { Person } from '../app/person.js'
import { FaultProxy, type ConnectionFate } from './fault-proxy.js'
import { quickRetry } from './client-fixture.js'

interface StoredRoom {
  readonly entries: { readonly nodes: readonly StoredEntry[] }
  readonly generations: { readonly nodes: readonly StoredReply[] }
}
interface StoredEntry {
  readonly index: number
  readonly version: number
  readonly inputData: string
  readonly outputData: string
}
interface StoredReply {
  readonly id: string
  readonly message: string
  readonly status: string
  readonly text: string
  readonly regeneratesIndex: number | null
}

/** What has happened to connections. */
export type Counts = Record<'accepted' | 'cut' | 'duplicated' | 'outlived', number>

const stored = `query ($id: ID!) { room(id: $id) { entries(last: 100) { nodes { index version inputData outputData } }
  generations(first: 50) { nodes { id message status text regeneratesIndex } } } }`

/** Settings of a run: the gate has fewer schedules; the seed repeats those of an earlier run. */
export const scheduleCount = Number(process.env['CLIENT_SCHEDULES'] ?? 200)
export const scheduleSeed = Number(process.env['CLIENT_SEED'] ?? Date.now() % 1_000_000)

/** What random connections do to one client, which sends, regenerates, edits, deletes and leaves meanwhile. */
export class RandomSchedule {
  readonly #sent: string[] = []
  readonly #replies = new Map<string, string>()
  #steps = 0

  constructor(
    private readonly random: Random,
    private readonly server: {
      readonly url: string
      readonly session: StoredSession
      readonly overSockets: boolean
    },
  ) {}

  /** Runs the schedule; returns the proxy with its counts. Throws where a promise is broken. */
  async run(): Promise<Readonly<Counts>> {
    const { url, session, overSockets } = this.server
    const proxy = await FaultProxy.open(url, () => this.#fate())
    const parley = createParley({
      url: proxy.url,
      session: memorySession(session),
      WebSocket: overSockets && WebSocket,
      retry: quickRetry,
      keepAliveMs: 2_000,
    })
    const person = new Person(url, session.accountId, '', session.token)
    const room = parley.room(await person.room())
    let leave = room.subscribe(() => undefined)
    try {
      for (let count = this.random.between(2, 4); count > 0; count -= 1) {
        const isAway = this.random.chance(0.3)
        if (isAway) leave()
        await this.#message(room, proxy)
        if (isAway) leave = room.subscribe(() => undefined)
        if (this.random.chance(0.3)) this.#cutSoon(proxy)
        await this.#change(room)
      }
      await this.#check(room, person)
    } finally {
      leave()
      await proxy.close()
    }
    return proxy
  }

  #fate(): ConnectionFate {
    if (this.random.chance(0.3)) return {}
    return {
      ...(this.random.chance(0.7) ? { cutAfterBytes: this.random.between(0, 6_000) } : {}),
      ...(this.random.chance(0.5) ? { delayMs: this.random.between(1, 4) } : {}),
      ...(this.random.chance(0.3) ? { pieceBytes: this.random.between(100, 2_000) } : {}),
      ...(this.random.chance(0.2) ? { lateMs: this.random.between(1, 40), leavesEarly: this.random.chance(0.6) } : {}),
      ...(this.random.chance(0.2) ? { duplicateAfterMs: this.random.between(0, 40) } : {}),
    }
  }

  /** Cuts all connections while a request is on its way. */
  #cutSoon(proxy: FaultProxy): void {
    void pause(this.random.between(1, 40)).then(() => proxy.cutAll())
  }

  async #message(room: Room, proxy: FaultProxy): Promise<void> {
    this.#steps += 1
    const text = `Message ${String(this.#steps)}`
    const log = room.getSnapshot().entries
    const old = this.random.chance(0.3) ? this.random.pick(log) : undefined
    if (this.random.chance(0.5)) this.#cutSoon(proxy)
    const sent = await (old ? room.regenerate(old.index) : room.send(text)).catch((error: unknown) => {
      // the entry may be one that an earlier step has removed, or that has changed
      if (old && error instanceof ParleyError && error.code === 'NOT_FOUND') return undefined
      throw error
    })
    if (!sent) return
    if (!old) this.#sent.push(text)
    const cutAt = this.random.between(0, 12)
    const cancelAt = this.random.chance(0.2) ? this.random.between(0, 6) : -1
    let events = 0
    for await (const event of sent.events()) {
      if (events === cutAt) proxy.cutAll()
      if (events === cancelAt) await sent.cancel()
      events += 1
      this.#replies.set(event.generationId, event.text)
    }
  }

  async #change(room: Room): Promise<void> {
    const entry = this.random.pick(room.getSnapshot().entries)
    if (!entry) return
    const act = this.random.between(0, 5)
    try {
      if (act === 0) await room.edit(entry, { inputData: `Edited ${String(this.#steps)}` })
      if (act === 1) await room.deleteEntry(entry.index)
      if (act === 2) await room.cut(entry.index)
    } catch (error) {
      // an answer was lost: such a change is not repeated, and may have been made
      if (!(error instanceof ParleyError)) throw error
    }
  }

  async #check(room: Room, person: Person): Promise<void> {
    await until('the room shows the stored log', async () => {
      const state = room.getSnapshot()
      if (state.connection !== 'live' || state.reply) return false
      const { entries } = await this.#stored(room.id, person)
      const shown = state.entries.map(({ index, version, inputData, outputData }) => {
        return { index, version, inputData, outputData }
      })
      return isDeepStrictEqual(shown, entries.nodes)
    })
    const { generations } = await this.#stored(room.id, person)
    const messages = generations.nodes.filter(({ regeneratesIndex }) => regeneratesIndex === null)
    const sent = messages.map(({ message }) => message).reverse()
    if (!isDeepStrictEqual(sent, this.#sent)) throw new Error(`sent ${String(this.#sent)}, stored ${String(sent)}`)
    for (const { id, text } of generations.nodes)
      if (this.#replies.get(id) !== text) throw new Error(`read ${String(this.#replies.get(id))}, stored ${text}`)
  }

  async #stored(id: string, person: Person): Promise<StoredRoom> {
    return (await person.data(stored, { id }))['room'] as StoredRoom
  }
}
