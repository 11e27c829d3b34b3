import { createKeyIndex, dropKeyIndex } from '@parley/chat-log-store/embedded'
import {
  type AnyTable,
  continueIds,
  type Database,
  type DatabaseLimits,
  everyRow,
  highestId,
  occupancyOf,
} from '@parley/statements'
import { asFaultOf } from '../../src/config/config-error.js'
import { openMigrated, openUnchanged } from '../../src/database/open-database.js'
import { installationOf } from '../../src/database/installation.js'
import { tables } from '../../src/database/tables.js'
import { InstallationTable } from '../../src/database/tables/installation.js'
import { Refusal } from '../operator/command.js'
import type { Move, Transfer } from './move.js'
import { entryTable, tableTransfer } from './table-transfer.js'

const logTables: readonly string[] = ['log_rooms', entryTable]
/** The row of the installation is written at the end; the registry has the heartbeats of running processes. */
const leftOut: readonly string[] = ['installation', 'instances']

interface DatabaseMoveOptions {
  readonly source: Database
  /** The address of the target. */
  readonly url: string
  readonly limits: DatabaseLimits
  /** Where the chat logs are afterwards: `embedded` ones move to the target. */
  readonly chatLogStore: 'embedded' | 'mongodb'
  readonly movesImages: boolean
}

/** From SQLite to PostgreSQL. */
export class DatabaseMove implements Move {
  #target: Database | undefined
  #isFinished = false

  private constructor(
    private readonly options: DatabaseMoveOptions,
    private readonly tables: readonly AnyTable[],
    readonly transfers: readonly Transfer[],
  ) {}

  static async open(options: DatabaseMoveOptions): Promise<DatabaseMove> {
    const left = options.chatLogStore === 'embedded' ? leftOut : [...leftOut, ...logTables]
    const moved = tables('sqlite').filter(({ spec }) => !left.includes(spec.name))
    const transfers: Transfer[] = []
    const move = new DatabaseMove(options, moved, transfers)
    for (const table of moved) transfers.push(await tableTransfer(table, options.source, () => move.#opened()))
    return move
  }

  async inspect(): Promise<boolean> {
    const { url, limits, source } = this.options
    this.#target = await openUnchanged({ url, dataDir: '', limits, isOfCommand: true }).catch(asFaultOf('DATABASE_URL'))
    const { installation, tables: occupied } = await this.#target.read(occupancyOf)
    const isSame = installation?.id === (await installationOf(source)).id
    if (installation?.chatLogStore === 'unfinished' ? isSame : occupied.length === 0) return false
    this.#isFinished = isSame
    if (isSame) return true
    const what = installation?.chatLogStore === 'unfinished' ? 'a part of another installation' : occupied.join(', ')
    throw new Refusal(`DATABASE_URL: the database is not empty, it has ${what}. Name an empty one.`, 73)
  }

  async begin(): Promise<void> {
    const { url, limits, source } = this.options
    const { id } = await installationOf(source)
    await this.#target?.close()
    this.#target = await openMigrated({ url, dataDir: '', limits, isOfCommand: true })
    await this.#target.write(async (db) => {
      await db.update(InstallationTable, everyRow, { id, chatLogStore: 'unfinished' })
      await dropKeyIndex(db)
    })
  }

  async complete(): Promise<void> {
    for (const table of this.tables)
      if (Object.values(table.spec.columns).some(({ kind }) => kind === 'id')) {
        const highest = await this.options.source.read((db) => highestId(db, table))
        await this.#opened().write((db) => continueIds(db, table, highest))
      }
    await this.#opened().write(createKeyIndex)
  }

  async finish(): Promise<void> {
    // a server may have changed the row since
    if (this.#isFinished) return
    const { source, chatLogStore, movesImages } = this.options
    const { id: _id, ...facts } = await installationOf(source)
    const images = movesImages ? { imageStore: null } : {}
    const row = { ...facts, ...images, chatLogStore, unindexedTo: 0 }
    await this.#opened().write((db) => db.update(InstallationTable, everyRow, row))
  }

  async close(): Promise<void> {
    await this.#target?.close()
  }

  #opened(): Database {
    if (!this.#target) throw new Error('the target is not open')
    return this.#target
  }
}
