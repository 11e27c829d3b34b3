import { randomUUID } from 'node:crypto'
import { MongoClient, MongoServerError, type AbstractCursor, type Collection, type Db, type Filter } from 'mongodb'
import { AppError } from '@parley/runtime'
import {
  type EntryDocument,
  type EntryMark,
  type RoomDocument,
  entryIndexes,
  equalTo,
  roomIndexes,
} from './mongo-documents.js'
import { orUnavailable, storeUnavailable, isDuplicate } from './mongo-errors.js'
import { collectionNames, databaseOf } from '../mongo-names.js'

const startTries = 3
/** So that each step stays within its timeout. */
const entriesAtOnce = 1_000

const timeouts = {
  serverSelectionTimeoutMS: 1_500,
  connectTimeoutMS: 1_500,
  waitQueueTimeoutMS: 1_500,
  // an abandoned request must not keep its connection for ever
  socketTimeoutMS: 2_000,
} as const

/** A heartbeat has ended before: a server keeps one for 10 s at most, and an answer must come within `connectTimeoutMS`. */
const endlessMs = 13_000

/** The longest build of an index. */
const indexingMs = 86_400_000
/** A build that takes longer than this is reported. */
const reportedMs = 3_000

/** Acknowledged writes survive the loss of a server, and only those are read, whatever the URL says. */
const guarantees = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
} as const

/** The installation that has its chats in a database. */
interface OwnerDocument {
  readonly _id: 'installation'
  readonly installationId: string
  /** While `npm run migrate-store` fills the database. */
  readonly unfinished?: true
}

/** What an operator should know. */
export interface MongoEvents {
  /** An index is built, which can last for minutes in a large database of an earlier release. */
  readonly onIndexing?: () => void
  /** The connections were closed and opened again. */
  readonly onReplaced?: () => void
}

/** The only place that knows the collections of a database. */
export class MongoConnection {
  #client: MongoClient
  #isClosed = false

  private constructor(
    private readonly createClient: () => MongoClient,
    private readonly database: string,
    private readonly events: MongoEvents = {},
  ) {
    this.#client = this.#openClient()
  }

  get rooms(): Collection<RoomDocument> {
    return this.#db.collection(collectionNames.rooms, guarantees)
  }

  /** The existing entries of the collection whose documents are `marks`. */
  get live(): Collection<EntryDocument> {
    return this.#db.collection(collectionNames.entries, guarantees)
  }

  /** All documents of entries. */
  get marks(): Collection<EntryMark> {
    return this.#db.collection(collectionNames.entries, guarantees)
  }

  get owners(): Collection<OwnerDocument> {
    return this.#db.collection(collectionNames.owners, guarantees)
  }

  get #db(): Db {
    return this.#client.db(this.database)
  }

  /**
   * Connects and creates the indexes. With a timeout of requests (milliseconds) of its own it only connects.
   * @throws AppError BAD_USER_INPUT when the driver refuses the URL, UNAVAILABLE with host and port when the server
   * cannot be reached.
   */
  static async open(url: string, events: MongoEvents = {}, timeoutMs?: number): Promise<MongoConnection> {
    const connection = connectionOf(url, timeoutMs, events)
    try {
      await connection.#connect()
      if (timeoutMs === undefined) await createIndexes(connectionOf(url, indexingMs), events.onIndexing)
      return connection
    } catch (error) {
      await connection.close()
      throw error instanceof AppError ? storeUnavailable(error.cause, connection.#servers()) : unusable(error)
    }
  }

  /**
   * The installation that owns the database, and the indexes that `open` would create, as `collection (fields)`; changes
   * nothing. Throws as `open`.
   */
  static async examine(url: string): Promise<{ owner: string | undefined; missingIndexes: string[] }> {
    const connection = connectionOf(url)
    try {
      await connection.#connect()
      const { rooms, marks, owners } = connection
      const missing = [
        [rooms, roomIndexes],
        [marks, entryIndexes],
      ] as const
      const found = missing.map(async ([collection, indexes]) => {
        // an absent collection has none
        const known = await collection.indexes().catch(() => [])
        const kept = new Set(known.map(({ key }) => JSON.stringify(key)))
        const absent = indexes.filter(({ key }) => !kept.has(JSON.stringify(key)))
        return absent.map(({ key }) => `${collection.collectionName} (${Object.keys(key).join(', ')})`)
      })
      const owner = await orUnavailable(owners.findOne({ _id: equalTo('installation') }))
      return { owner: owner?.installationId, missingIndexes: (await Promise.all(found)).flat() }
    } catch (error) {
      throw error instanceof AppError ? storeUnavailable(error.cause, connection.#servers()) : unusable(error)
    } finally {
      await connection.close()
    }
  }

  /** Does not connect yet. Throws what the driver throws for a URL that it refuses. */
  static create(
    url: string,
    socketTimeoutMS: number = timeouts.socketTimeoutMS,
    events?: MongoEvents,
  ): MongoConnection {
    const createClient = () => new MongoClient(url, { ...timeouts, socketTimeoutMS, appName: 'parley' })
    return new MongoConnection(createClient, databaseOf(url), events)
  }

  /** Changes the entries of a filter, in batches, until it finds no more; false if there were none. */
  async changeEntries(
    filter: Filter<EntryMark>,
    change: (batch: Filter<EntryMark>) => Promise<unknown>,
  ): Promise<boolean> {
    for (let isFirst = true; ; isFirst = false) {
      const some = await readAll(this.marks.find(filter, { projection: { _id: 1 }, limit: entriesAtOnce }))
      if (some.length > 0) await orUnavailable(change({ _id: { $in: some.map(({ _id }) => _id) } }))
      if (some.length < entriesAtOnce) return !isFirst || some.length > 0
    }
  }

  async belongsTo(installationId: string, mayBeNew: boolean): Promise<boolean> {
    const _id = 'installation'
    const owner = await orUnavailable(this.owners.findOne({ _id: equalTo(_id) }))
    if (owner) return owner.installationId === installationId
    if (!mayBeNew) return false
    try {
      await orUnavailable(this.owners.insertOne({ _id, installationId }))
      return true
    } catch (error) {
      // another instance, or another installation, was first
      if (!isDuplicate(error)) throw error
      return this.belongsTo(installationId, false)
    }
  }

  /** Retries before it reports the server as unavailable: a server that has just started is slow to listen. */
  async #connect(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.ping()
      } catch (error) {
        if (attempt === startTries || !(error instanceof AppError)) throw error
      }
    }
  }

  /** The host and port of each server, or the DNS name that lists them. */
  #servers(): string {
    const { srvHost, hosts } = this.#client.options
    return srvHost ?? hosts.map(String).join(', ')
  }

  /**
   * A small document without effect, since MongoDB refuses writes of any size: only that of the installation is read from
   * this collection.
   */
  async probeWrites(): Promise<void> {
    const probes = this.#db.collection<{ _id: string }>(collectionNames.owners, guarantees)
    const _id = `write probe ${randomUUID()}`
    await orUnavailable(probes.insertOne({ _id }))
    await orUnavailable(probes.deleteOne({ _id: { $eq: _id } }))
  }

  async ping(): Promise<void> {
    await orUnavailable(this.#db.command({ ping: 1 }))
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#client.close()
  }

  /**
   * Another client takes over when a heartbeat has no end. The driver (7.9) lets one that is written to a socket in the moment of its end
   * wait for ever, and sends no further one: it would never find the server again.
   */
  #openClient(): MongoClient {
    const client = this.createClient()
    const timers = new Map<string, NodeJS.Timeout>()
    const stop = (address: string) => clearTimeout(timers.get(address))
    client.on('serverHeartbeatStarted', ({ connectionId: address }) => {
      stop(address)
      timers.set(address, setTimeout(() => this.#replace(client), endlessMs).unref())
    })
    client.on('serverHeartbeatSucceeded', ({ connectionId }) => stop(connectionId))
    client.on('serverHeartbeatFailed', ({ connectionId }) => stop(connectionId))
    client.on('serverClosed', ({ address }) => stop(address))
    return client
  }

  #replace(client: MongoClient): void {
    if (this.#isClosed || client !== this.#client) return
    this.#client = this.#openClient()
    this.events.onReplaced?.()
    void client.close().catch(() => undefined)
  }
}

/** All documents of a query. Every batch has its own timeout. */
export async function readAll<T>(cursor: AbstractCursor<T>, waitMs?: number): Promise<T[]> {
  const found: T[] = []
  try {
    while (await orUnavailable(cursor.hasNext(), waitMs)) found.push(...cursor.readBufferedDocuments())
    return found
  } finally {
    // does not wait: an unreachable server never receives it
    void cursor.close().catch(() => undefined)
  }
}

/** On a connection of its own, which has no timeout for ordinary requests. */
async function createIndexes(connection: MongoConnection, onIndexing: () => void = () => undefined): Promise<void> {
  const timer = setTimeout(onIndexing, reportedMs)
  try {
    await orUnavailable(connection.rooms.createIndexes(roomIndexes), indexingMs)
    await orUnavailable(connection.marks.createIndexes(entryIndexes), indexingMs)
  } finally {
    clearTimeout(timer)
    await connection.close()
  }
}

function connectionOf(url: string, socketTimeoutMS?: number, events?: MongoEvents): MongoConnection {
  try {
    return MongoConnection.create(url, socketTimeoutMS, events)
  } catch (error) {
    // the driver's message may quote the URL, and with it a password
    throw new AppError('BAD_USER_INPUT', {
      message: 'must be a connection string that the MongoDB driver takes',
      cause: error,
    })
  }
}

/** The server answers and refuses, or a file that the URL names does not exist. */
function unusable(error: unknown): AppError {
  const message =
    error instanceof MongoServerError
      ? 'is refused by the server: user, password and rights must be those of a database it has'
      : 'names something that cannot be used, such as a certificate that is not there'
  return new AppError('BAD_USER_INPUT', { message, cause: error })
}
