import { MongoClient, MongoServerError } from 'mongodb'
import type { AbstractCursor, Collection, Db } from 'mongodb'
import { AppError } from '../../errors.js'
import type { EntryDocument, EntryMark, RoomDocument } from './mongo-documents.js'
import { entryIndexes, is, roomIndexes } from './mongo-documents.js'
import { answered, away, isDuplicate } from './mongo-errors.js'
import { collectionNames, databaseOf } from './mongo-names.js'

const startTries = 3

const waits = {
  serverSelectionTimeoutMS: 1_500,
  connectTimeoutMS: 1_500,
  waitQueueTimeoutMS: 1_500,
  // an abandoned question does not keep its connection for ever
  socketTimeoutMS: 2_000,
} as const

/** What was acknowledged survives the loss of a server, and is what is read: set here, since a URL may ask for less. */
const guarantees = {
  writeConcern: { w: 'majority', journal: true },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
} as const

/** Which installation has its chats in a database. */
interface OwnerDocument {
  readonly _id: 'installation'
  readonly installationId: string
}

/** The collections of a database, named here and nowhere else. */
export class MongoConnection {
  readonly rooms: Collection<RoomDocument>
  /** The entries that are there, and all documents of entries: the same collection. */
  readonly live: Collection<EntryDocument>
  readonly marks: Collection<EntryMark>
  readonly owners: Collection<OwnerDocument>
  readonly #client: MongoClient
  readonly #db: Db

  private constructor(client: MongoClient, database: string) {
    this.#client = client
    this.#db = client.db(database)
    this.rooms = this.#db.collection(collectionNames.rooms, guarantees)
    this.live = this.#db.collection(collectionNames.entries, guarantees)
    this.marks = this.#db.collection(collectionNames.entries, guarantees)
    this.owners = this.#db.collection(collectionNames.owners, guarantees)
  }

  /**
   * Connects and makes the indexes.
   * @throws AppError BAD_USER_INPUT when the driver refuses the URL, UNAVAILABLE that names host and port
   * when the server cannot be reached.
   */
  static async open(url: string): Promise<MongoConnection> {
    const connection = connectionOf(url)
    try {
      await connection.#arrive()
      await answered(connection.rooms.createIndexes(roomIndexes))
      await answered(connection.marks.createIndexes(entryIndexes))
      return connection
    } catch (error) {
      await connection.close()
      throw error instanceof AppError ? away(error.cause, connection.#servers()) : unusable(error)
    }
  }

  /** Connects to nothing yet. */
  static wrap(client: MongoClient, database: string): MongoConnection {
    return new MongoConnection(client, database)
  }

  async belongsTo(installationId: string, mayBeNew: boolean): Promise<boolean> {
    const _id = 'installation'
    const owner = await answered(this.owners.findOne({ _id: is(_id) }))
    if (owner) return owner.installationId === installationId
    if (!mayBeNew) return false
    try {
      await answered(this.owners.insertOne({ _id, installationId }))
      return true
    } catch (error) {
      // another instance was first, or another installation
      if (!isDuplicate(error)) throw error
      return this.belongsTo(installationId, false)
    }
  }

  /** A process that starts is slow to listen: it asks again before it counts the server as away. */
  async #arrive(): Promise<void> {
    for (let asked = 1; ; asked += 1) {
      try {
        return await this.ping()
      } catch (error) {
        if (asked === startTries || !(error instanceof AppError)) throw error
      }
    }
  }

  /** Host and port of each, or the name under which a DNS service lists them. */
  #servers(): string {
    const { srvHost, hosts } = this.#client.options
    return srvHost ?? hosts.map(String).join(', ')
  }

  async ping(): Promise<void> {
    await answered(this.#db.command({ ping: 1 }))
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

/** All that a query finds; the server is waited for batch by batch. */
export async function all<T>(cursor: AbstractCursor<T>): Promise<T[]> {
  const found: T[] = []
  try {
    while (await answered(cursor.hasNext())) found.push(...cursor.readBufferedDocuments())
    return found
  } finally {
    // nothing is waited for: an unreachable server does not receive it
    void cursor.close().catch(() => undefined)
  }
}

function connectionOf(url: string): MongoConnection {
  try {
    const client = new MongoClient(url, { ...waits, appName: 'parley' })
    return MongoConnection.wrap(client, databaseOf(url))
  } catch (error) {
    // its message may quote the URL, and with it a password
    throw new AppError('BAD_USER_INPUT', {
      message: 'must be a connection string that the MongoDB driver takes',
      cause: error,
    })
  }
}

/** A server that answers and refuses, or a file of the URL that is not there. */
function unusable(error: unknown): AppError {
  const message =
    error instanceof MongoServerError
      ? 'is refused by the server: user, password and rights must be those of a database it has'
      : 'names something that cannot be used, such as a certificate that is not there'
  return new AppError('BAD_USER_INPUT', { message, cause: error })
}
