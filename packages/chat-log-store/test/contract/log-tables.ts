import { join } from 'node:path'
import type { MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable, Database, everyRow, oneOf, type Queries, Statement, Table } from '@parley/statements'
import type { LogRoomKey } from '../../src/chat-log-store.js'
import { indexWritten, type LogRecords, LogEntryTable, LogRoomTable } from '../../src/embedded/index.js'

// the tables of logs and of their search index as the migrations of Parley make them, beside those of a small application

interface Cut {
  readonly id: number
  readonly name: string
  readonly createdAt: number
}

interface Progress {
  readonly id: number
  unindexedTo: number
}

const CutTable = new Table<Cut>({
  name: 'cuts',
  columns: { id: column.id(), name: column.text(255), createdAt: column.instant() },
})
const ProgressTable = new Table<Progress>({
  name: 'progress',
  columns: { id: column.id(), unindexedTo: column.count() },
})

export const records: LogRecords = {
  cuts: async (db) => (await db.select(CutTable)).map(({ name }) => name),
  hasCut: (db, name) => db.exists(CutTable, { name }),
  addCut: (db, name, createdAt) => db.insert(CutTable, { name, createdAt }),
  removeCuts: async (db, names) => {
    await db.delete(CutTable, { name: oneOf(names) })
  },
  unindexedTo: async (db, lock) => {
    const [progress] = await db.select(ProgressTable, {}, { limit: 1, lock })
    return progress?.unindexedTo ?? 0
  },
  setUnindexedTo: async (db, unindexedTo) => {
    await db.update(ProgressTable, everyRow, { unindexedTo })
  },
  unrecordedHolders: () => Promise.resolve([]),
}

const searchIndex = {
  sqlite: [
    "CREATE VIRTUAL TABLE log_search USING fts5(keys, content='', contentless_delete=1, detail=none, tokenize='ascii')",
    'CREATE TRIGGER log_entries_search AFTER DELETE ON log_entries BEGIN DELETE FROM log_search WHERE rowid = old.id; END',
    ...Object.entries({ automerge: 0, usermerge: 8, crisismerge: 64, deletemerge: 50 }).map(
      ([name, value]) => `INSERT INTO log_search (log_search, rank) VALUES ('${name}', ${String(value)})`,
    ),
  ],
  postgres: [
    `CREATE TABLE log_search (
      entry_id bigint PRIMARY KEY REFERENCES log_entries (id) ON DELETE CASCADE,
      user_key bigint NOT NULL,
      keys bigint[] NOT NULL
    )`,
    'CREATE INDEX ix_log_search_user_key_entry_id ON log_search (user_key, entry_id)',
    'CREATE INDEX ix_log_search_keys ON log_search USING gin (keys) WITH (fastupdate = off)',
  ],
}

class CreateLogs1795000000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, LogRoomTable.spec)
    await createTable(queryRunner, LogEntryTable.spec)
    await createTable(queryRunner, CutTable.spec)
    await createTable(queryRunner, ProgressTable.spec)
    await queryRunner.query('INSERT INTO progress (unindexed_to) VALUES (0)')
    const isPostgres = queryRunner.manager.dataSource.options.type === 'postgres'
    for (const statement of searchIndex[isPostgres ? 'postgres' : 'sqlite']) await queryRunner.query(statement)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of ['log_search', 'log_entries', 'log_rooms', 'cuts', 'progress']) await queryRunner.dropTable(name)
  }
}

const schema = {
  tables: (driver: 'sqlite' | 'postgres') => [
    LogRoomTable.for(driver),
    LogEntryTable.for(driver),
    CutTable.for(driver),
    ProgressTable.for(driver),
  ],
  migrations: [CreateLogs1795000000000],
}
const limits = { lockMs: 2_000, turnMs: 2_000, statementMs: 6_000, longStatementMs: 600_000 }

/** Opens the tables on PostgreSQL by `url`, or else in a file of the folder. */
export function openLogTables(folder: string, url?: string): Promise<Database> {
  return Database.open({ url, file: join(folder, 'logs.db'), schema, limits })
}

/** Writes `length` entries as `append` does, in one transaction. */
export async function fillRoom(database: Database, room: LogRoomKey, length: number): Promise<void> {
  await database.write(async (db) => {
    for (let index = 1; index <= length; index += 1) {
      const text = { inputData: `beacon ${String(index)}`, outputData: 're', imgUrl: null }
      const document = { ...text, version: 1, createdAt: index }
      const row = { roomId: room.id, index, source: `source ${String(index)}`, document }
      await indexWritten(db, room.userId, { id: await db.insertReturningId(LogEntryTable, row), ...row })
    }
    await db.update(LogRoomTable, { id: room.id }, { lastIndex: length })
  })
}

/** Runs SQL that no statement has. */
export async function runSql<Row>(db: Queries, text: string): Promise<Row[]> {
  return (await db.run<Row>(new Statement(db.driver, text))).rows
}
