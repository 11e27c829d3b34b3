import { randomBytes } from 'node:crypto'
import { Redis, ReplyError, type RedisOptions } from 'ioredis'
import {
  AppError,
  isJsonObject,
  type Logger,
  parsedJson,
  reasonOf,
  repeat,
  successWithin,
  within,
} from '@parley/runtime'
import type { BusMessage, EventBus, SubscribeOptions, Subscription } from './event-bus.js'
import { MemoryEventBus } from './memory-event-bus.js'
import { addressFault, serverState } from '@parley/redis-queue/server'

interface RedisBusOptions {
  readonly url: string
  /** Separates installations that share a server: the number of a database does not separate channels. */
  readonly installationId: string
  readonly log: Logger
  /**
   * How long a start and every command wait for the server, and the interval of the checks, in milliseconds. New
   * subscriptions wait for a sixth of it.
   */
  readonly patienceMs?: number
}

const defaultPatienceMs = 3_000
const closeMs = 1_000
/** In UTF-16 code units. Subscribers read the store in place of a longer message. */
const longestMessage = 65_536
/** In UTF-16 code units, with an allowance for each message. */
const unsentLimit = 8_388_608
const messageAllowance = 128
const unsentTopicsLimit = 10_000
const channelsPerCommand = 1_000

const connectionOptions: RedisOptions = {
  lazyConnect: true,
  connectTimeout: 5_000,
  disconnectTimeout: 200,
  retryStrategy: (times) => Math.min(50 * 2 ** times, 2_000) * (0.5 + Math.random() / 2),
  // a command fails at once while the server is away: nothing waits behind a lost connection
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
}

/**
 * The bus of several instances, on Redis pub/sub. Messages of this instance reach its own subscribers directly, so they
 * do not depend on Redis. After a lost connection every subscription gets `lagged`, at the other instances too for
 * messages that could not be sent.
 */
export class RedisEventBus implements EventBus {
  readonly #local = new MemoryEventBus({
    opened: (topic) => this.#join(topic),
    emptied: (topic) => this.#leave(topic),
  })
  /** Begins every message, so that this instance recognizes its own. */
  readonly #origin = randomBytes(9).toString('base64url')
  readonly #prefix: string
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #log: Logger
  readonly #patienceMs: number
  /** SUBSCRIBE commands without a confirmation, by topic. */
  readonly #joining = new Map<string, Promise<void>>()
  /** Topics with messages that were not sent. */
  readonly #unsentTopics = new Set<string>()
  #unsent = 0
  /** Never an error of the driver itself: that has the command, and AUTH has the password. */
  #failure: string | undefined
  #wasAvailable: boolean | undefined
  #isStarted = false
  #isClosed = false
  #stopHeartbeat: (() => Promise<void>) | undefined

  private constructor({ url, installationId, log, patienceMs = defaultPatienceMs }: RedisBusOptions) {
    this.#prefix = `parley:${installationId}:`
    this.#log = log
    this.#patienceMs = patienceMs
    const common = { ...connectionOptions, commandTimeout: patienceMs }
    this.#publisher = new Redis(url, { ...common, enableAutoPipelining: true })
    this.#subscriber = new Redis(url, common)
    for (const connection of [this.#publisher, this.#subscriber]) {
      connection.on('error', (error) => (this.#failure = reasonOf(error)))
      connection.on('ready', () => this.#report())
      connection.on('close', () => this.#report())
    }
    this.#publisher.on('ready', () => this.#sendNotices())
    this.#subscriber.on('ready', () => void this.#subscribeAll())
    this.#subscriber.on('message', (channel, text) => this.#receive(channel.slice(this.#prefix.length), text))
  }

  /**
   * Connects, or leaves that for later if the server cannot be reached.
   * @throws AppError BAD_USER_INPUT when the server refuses the address or is too old.
   */
  static async open(options: RedisBusOptions): Promise<RedisEventBus> {
    const bus = new RedisEventBus(options)
    try {
      await within(bus.#patienceMs, bus.#arrive())
    } catch (error) {
      await bus.close()
      throw error
    }
    bus.#isStarted = true
    bus.#report()
    const both = [bus.#publisher, bus.#subscriber]
    bus.#stopHeartbeat = repeat(() => Promise.all(both.map(checkAlive)), { everyMs: bus.#patienceMs })
    return bus
  }

  /** False while messages of other instances do not arrive. */
  get isAvailable(): boolean {
    return this.#publisher.status === 'ready' && this.#subscriber.status === 'ready'
  }

  /** Topics with subscribers in this process. */
  get topicCount(): number {
    return this.#local.topics.length
  }

  publish(topic: string, message: BusMessage): void {
    if (this.#isClosed) return
    this.#local.publish(topic, message)
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    this.#send(topic, text.length > longestMessage ? '' : text)
  }

  subscribe(topic: string, options?: SubscribeOptions): Subscription {
    const subscription = this.#local.subscribe(topic, options)
    subscription.active = this.#joining.get(topic)
    return subscription
  }

  async close(): Promise<void> {
    this.#isClosed = true
    void this.#stopHeartbeat?.()
    void this.#local.close()
    // answered after the messages before it
    await successWithin(closeMs, this.#publisher.ping())
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
  }

  async #arrive(): Promise<void> {
    try {
      await Promise.all([this.#publisher.connect(), this.#subscriber.connect()])
      const probe = `${this.#prefix}start`
      await this.#subscriber.subscribe(probe)
      await this.#publisher.publish(probe, this.#origin)
      await this.#subscriber.unsubscribe(probe)
      const { fault } = serverState(await this.#publisher.info())
      if (fault !== undefined) throw unusable(fault)
    } catch (error) {
      if (error instanceof AppError) throw error
      this.#failure ??= reasonOf(error)
    }
    const fault = addressFault(this.#failure ?? '')
    if (fault !== undefined) throw unusable(fault)
  }

  /** Logs the beginning and the end of an outage, once. */
  #report(): void {
    const { isAvailable } = this
    if (isAvailable === this.#wasAvailable || !this.#isStarted || this.#isClosed) return
    this.#wasAvailable = isAvailable
    if (isAvailable) this.#log.info({}, 'redis.connected')
    else this.#log.warn({ reason: this.#failure ?? 'the connection was closed' }, 'redis.unavailable')
    this.#failure = undefined
  }

  /** An empty text stands for messages that are not sent: receivers read the store. */
  #send(topic: string, text: string): void {
    const size = text.length + messageAllowance
    if (this.#publisher.status !== 'ready' || this.#unsent + size > unsentLimit) {
      this.#remember(topic)
      return
    }
    this.#unsent += size
    const sent = this.#publisher.publish(this.#prefix + topic, this.#origin + text).catch((error: unknown) => {
      // a server that refuses a message would refuse the notice too
      if (!(error instanceof ReplyError)) this.#remember(topic)
    })
    void sent.then(() => {
      this.#unsent -= size
      if (this.#unsent === 0) this.#sendNotices()
    })
  }

  #remember(topic: string): void {
    if (this.#unsentTopics.size < unsentTopicsLimit) this.#unsentTopics.add(topic)
  }

  #sendNotices(): void {
    const topics = [...this.#unsentTopics]
    this.#unsentTopics.clear()
    for (const topic of topics) this.#send(topic, '')
  }

  #receive(topic: string, text: string): void {
    if (text.startsWith(this.#origin)) return
    const sent = text.slice(this.#origin.length)
    if (sent === '' || sent.length > longestMessage) this.#local.lag(topic)
    else this.#local.publish(topic, messageOf(sent))
  }

  #join(topic: string): void {
    // `#subscribeAll` follows
    if (this.#subscriber.status !== 'ready') return
    let isLate = false
    // `#subscribeAll` follows a connection that is lost
    const joined = this.#subscriber.subscribe(this.#prefix + topic).then(
      () => {
        if (isLate) this.#local.lag(topic)
      },
      () => undefined,
    )
    const active = within(this.#patienceMs / 6, joined, () => {
      isLate = true
    }).then(() => {
      if (this.#joining.get(topic) === active) this.#joining.delete(topic)
    })
    this.#joining.set(topic, active)
  }

  #leave(topic: string): void {
    this.#joining.delete(topic)
    // the server keeps the order of commands: a SUBSCRIBE that follows is not undone
    if (this.#subscriber.status === 'ready') this.#subscriber.unsubscribe(this.#prefix + topic).catch(() => undefined)
  }

  async #subscribeAll(): Promise<void> {
    const { topics } = this.#local
    const channels = topics.map((topic) => this.#prefix + topic)
    const commands: Promise<unknown>[] = []
    for (let from = 0; from < channels.length; from += channelsPerCommand)
      commands.push(this.#subscriber.subscribe(...channels.slice(from, from + channelsPerCommand)))
    const answers = await Promise.allSettled(commands)
    // the connection was lost again: the next one subscribes
    if (answers.some(({ status }) => status === 'rejected')) return
    for (const topic of topics) this.#local.lag(topic)
  }
}

/** Reconnects when the server does not answer in time: a dead peer closes no connection. */
async function checkAlive(connection: Redis): Promise<void> {
  await connection.ping().catch(() => {
    if (connection.status === 'ready') connection.disconnect(true)
  })
}

function messageOf(text: string): BusMessage {
  const value = text.startsWith('{') ? parsedJson(text) : undefined
  return isJsonObject(value) ? value : text
}

function unusable(message: string): AppError {
  return new AppError('BAD_USER_INPUT', { message })
}
