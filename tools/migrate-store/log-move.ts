import type { LogRoomHolder, LogRoomKind } from '@parley/chat-log-store'
import { LogEntryTable, LogRoomTable } from '@parley/chat-log-store/embedded'
import { entryText, type ImportedRoom, MongoImport, roomText } from '@parley/chat-log-store/mongodb'
import { type CopiedRow, type Database, RowSummer } from '@parley/statements'
import { asFaultOf } from '../../src/config/config-error.js'
import { openMigrated } from '../../src/database/open-database.js'
import { setChatLogStore } from '../../src/database/installation.js'
import { Refusal } from '../operator/command.js'
import { importedEntries } from './imported-entries.js'
import { transferOf, type Move, type Transfer } from './move.js'

interface LogMoveOptions {
  readonly source: Database
  readonly url: string
  readonly installationId: string
  /** The data folder whose database records the move at the end; undefined when that is a new database. */
  readonly recordedIn: string | undefined
  /** Whether the chat logs of this installation are in MongoDB already. */
  readonly isMoved: boolean
}

/** Chat logs from SQLite to MongoDB. */
export class LogMove implements Move {
  #state: Awaited<ReturnType<MongoImport['state']>> = 'empty'

  private constructor(
    private readonly options: LogMoveOptions,
    private readonly target: MongoImport,
    readonly transfers: readonly Transfer[],
  ) {}

  static async open(options: LogMoveOptions): Promise<LogMove> {
    const { source, url } = options
    const target = await MongoImport.open(url).catch(asFaultOf('MONGODB_URL'))
    const entries = await transferOf(source, LogEntryTable, {
      msPerRow: 0.5,
      written: () => target.writtenEntries(),
      write: async (rows) => target.writeEntries(await importedEntries(source, rows)),
      texts: async (rows) => (await importedEntries(source, rows)).map(entryText),
      sum: (onRows) => sumOf(target.entryTexts(), onRows),
    })
    const rooms = await transferOf(source, LogRoomTable, {
      msPerRow: 0.1,
      written: () => target.writtenRooms(),
      write: (rows) => target.writeRooms(rows.map(roomOf)),
      texts: (rows) => rows.map((row) => roomText(roomOf(row))),
      sum: (onRows) => sumOf(target.roomTexts(), onRows),
    })
    return new LogMove(options, target, [entries, rooms])
  }

  async inspect(): Promise<boolean> {
    this.#state = await this.target.state(this.options.installationId)
    if (this.options.isMoved && ['empty', 'foreign'].includes(this.#state))
      throw new Refusal('MONGODB_URL: names a database that does not have the chat logs of this installation.', 73)
    if (this.#state === 'foreign')
      throw new Refusal('MONGODB_URL: the database is not empty. Name another one; the server creates it.', 73)
    return this.#state === 'finished'
  }

  async begin(): Promise<void> {
    if (this.#state === 'empty') await this.target.begin(this.options.installationId)
  }

  complete(): Promise<void> {
    return this.target.index()
  }

  async finish(): Promise<void> {
    const { recordedIn } = this.options
    if (recordedIn !== undefined) {
      const database = await openMigrated({ dataDir: recordedIn })
      await setChatLogStore(database, 'mongodb').finally(() => database.close())
    }
    await this.target.finish()
  }

  close(): Promise<void> {
    return this.target.close()
  }
}

async function sumOf(texts: AsyncIterable<string>, onRows: (rows: number) => void): Promise<RowSummer> {
  const sum = new RowSummer()
  for await (const text of texts) {
    sum.add(text)
    onRows(sum.rows)
  }
  return sum
}

function roomOf({ id, kind, user_id, source, last_index, created_at, holder }: CopiedRow): ImportedRoom {
  const key = { id: id ?? '', kind: kind as LogRoomKind, userId: user_id ?? '' }
  const times = { lastIndex: Number(last_index), createdAt: Number(created_at) }
  return { ...key, source: source ?? null, ...times, holder: holder as LogRoomHolder }
}
