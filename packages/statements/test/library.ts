import { join } from 'node:path'
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm'
import { column, createTable, Database, type Queries, type RowOf, Statement, Table } from '../src/index.js'

// tables of a small library, with every kind of column, reference and index

const people = {
  name: 'people',
  columns: {
    id: column.id(),
    name: column.text(100),
    handle: column.text(50, { nullable: true, name: 'userid' }),
    isMember: column.flag({ default: false }),
    role: column.text<'READER' | 'CLERK'>(10, { default: 'READER' }),
    visits: column.count({ default: 0 }),
    note: column.text(undefined, { nullable: true }),
    createdAt: column.instant(),
    updatedAt: column.instant(),
  },
  unique: [['name']],
  indices: [{ columns: ['updatedAt'] }],
} as const

const books = {
  name: 'books',
  columns: {
    id: column.id(),
    title: column.text(100),
    summary: column.text(undefined, { nullable: true }),
    text: column.text(undefined, { nullable: true }),
    tags: column.json<readonly string[]>({ default: '[]' }),
    imageUrl: column.text(500, { nullable: true }),
    isPublic: column.flag({ default: true, name: 'access_level' }),
    isLost: column.flag({ default: false }),
    ownerId: column.ref({ nullable: true, name: 'user_id' }),
    createdAt: column.instant(),
    updatedAt: column.instant(),
  },
  indices: [{ columns: ['ownerId'] }, { columns: ['isPublic', 'id'] }, { columns: ['createdAt', 'id'] }],
  references: [{ column: 'ownerId', table: 'people' }],
} as const

const pages = {
  name: 'pages',
  columns: {
    id: column.id(),
    bookId: column.ref(),
    index: column.count({ name: 'page_index' }),
    document: column.json<{ readonly words: string; readonly image: string | null; readonly version: number }>(),
  },
  unique: [['bookId', 'index']],
  references: [{ column: 'bookId', table: 'books' }],
} as const

const loans = {
  name: 'loans',
  columns: {
    id: column.id(),
    kind: column.text(20),
    target: column.text(255),
    createdAt: column.instant(),
    renewals: column.count({ default: 0 }),
    lease: column.text(36),
  },
  unique: [['kind', 'target']],
} as const

const counters = {
  name: 'counters',
  columns: { key: column.text(100, { primary: true }), points: column.count() },
} as const

export type Person = RowOf<typeof people.columns>
export type Book = RowOf<typeof books.columns>

export const PersonTable = new Table(people)
export const BookTable = new Table(books)
export const PageTable = new Table(pages)
export const LoanTable = new Table(loans)
export const CounterTable = new Table(counters)

class CreateLibrary1795000000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, people)
    await createTable(queryRunner, books)
    await createTable(queryRunner, pages)
    await createTable(queryRunner, loans)
    await createTable(queryRunner, counters)
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const { name } of [counters, loans, pages, books, people]) await queryRunner.dropTable(name)
  }
}

const schema = {
  tables: (driver: 'sqlite' | 'postgres') => [
    PersonTable.for(driver),
    BookTable.for(driver),
    PageTable.for(driver),
    LoanTable.for(driver),
    CounterTable.for(driver),
  ],
  migrations: [CreateLibrary1795000000000],
}
const limits = { lockMs: 2_000, turnMs: 2_000, statementMs: 6_000, longStatementMs: 600_000 }

/** Opens the library on PostgreSQL by `url`, or else in a file of the folder. */
export function openLibrary(folder: string, url?: string): Promise<Database> {
  return Database.open({ url, file: fileIn(folder), schema, limits })
}

export const fileIn = (folder: string): string => join(folder, 'library.db')

/** Runs SQL that the package has no statement for. */
export async function runSql<Row>(db: Queries, text: string): Promise<Row[]> {
  return (await db.run<Row>(new Statement(db.driver, text))).rows
}

/** The connections for writes. */
export function writerOf(database: Database): DataSource {
  return Reflect.get(database, 'writer') as DataSource
}
