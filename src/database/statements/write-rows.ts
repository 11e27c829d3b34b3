import type { EntityManager } from 'typeorm'
import type { ColumnSpec, Driver } from '../columns.js'
import { driverOf, quoted, Statement } from './conditions.js'
import type { Condition } from './conditions.js'
import type { Table } from '../define-table.js'

// as `selectRows` reads: for what is written with nearly every request, at a third of the CPU of TypeORM's own

/** Inserts a row. What the database fills in (an id, a default) may be left out and is not returned; `insertRow` returns the id. */
export function addRow<Row extends object>(
  table: Table<Row>,
): (em: EntityManager, values: Partial<Row>) => Promise<void> {
  return async (em, values) => {
    const driver = driverOf(em)
    const statement = new Statement(driver)
    const columns = columnsOf(values)
    const names = columns.map((column) => quoted(table.columnNames[column])).join(', ')
    const given = columns.map((column) =>
      statement.placeholder(stored(values[column], table.spec.columns[column], driver)),
    )
    await em.query(
      `INSERT INTO ${quoted(table.spec.name)} (${names}) VALUES (${given.join(', ')})`,
      statement.parameters,
    )
  }
}

/** Sets columns of the rows that match. */
export function updateRows<Row extends object>(
  table: Table<Row>,
): (em: EntityManager, values: Partial<Row>, where: readonly Condition<Row>[]) => Promise<void> {
  return async (em, values, where) => {
    const driver = driverOf(em)
    const statement = new Statement(driver)
    const settings = columnsOf(values).map((column) => {
      const value = stored(values[column], table.spec.columns[column], driver)
      return `${quoted(table.columnNames[column])} = ${statement.placeholder(value)}`
    })
    await em.query(
      `UPDATE ${quoted(table.spec.name)} SET ${settings.join(', ')}${statement.where(table, where)}`,
      statement.parameters,
    )
  }
}

/** Adds one to a column of the row that matches, and gives the new value; undefined without such a row. */
export function increment<Row extends object>(
  table: Table<Row>,
  column: keyof Row & string,
): (em: EntityManager, where: readonly Condition<Row>[]) => Promise<number | undefined> {
  const name = quoted(table.columnNames[column])
  return async (em, where) => {
    const driver = driverOf(em)
    const statement = new Statement(driver)
    const conditions = statement.where(table, where)
    const answer = await em.query<unknown[]>(
      `UPDATE ${quoted(table.spec.name)} SET ${name} = ${name} + 1${conditions} RETURNING ${name} AS "value"`,
      statement.parameters,
    )
    // TypeORM puts PostgreSQL's rows beside their number
    const [row] = (driver === 'postgres' ? answer[0] : answer) as { value: number | string }[]
    return row && Number(row.value)
  }
}

function columnsOf<Row extends object>(values: Partial<Row>): (keyof Row & string)[] {
  return Object.keys(values) as (keyof Row & string)[]
}

function stored(value: unknown, { kind }: ColumnSpec, driver: Driver): unknown {
  if (kind === 'flag' && driver === 'sqlite') return value === null ? null : Number(value)
  return kind === 'json' && value !== null ? JSON.stringify(value) : value
}
