import type { EntityManager } from 'typeorm'
import type { Driver } from '../columns.js'
import type { Table } from '../define-table.js'

type Value = string | number | boolean

/**
 * One condition; all of them hold. `like` is a pattern in which a backslash makes a sign literal. Several columns are
 * compared as one key, the most significant first.
 */
export type Condition<Row> =
  | { readonly column: keyof Row & string; readonly is: '=' | '<' | '>' | 'like'; readonly value: Value }
  | { readonly column: keyof Row & string; readonly is: 'in'; readonly values: readonly (number | string)[] }
  | { readonly columns: readonly (keyof Row & string)[]; readonly is: '<'; readonly values: readonly Value[] }

/** An unfinished statement: its text, and the parameters that its placeholders stand for, in their order. */
export class Statement {
  readonly parameters: unknown[] = []

  constructor(private readonly driver: Driver) {}

  placeholder(value: unknown): string {
    const number = this.parameters.push(value)
    return this.driver === 'postgres' ? `$${number}` : '?'
  }

  /** ` WHERE ...`, or nothing without conditions. */
  where<Row extends object>(table: Table<Row>, conditions: readonly Condition<Row>[]): string {
    if (conditions.length === 0) return ''
    return ` WHERE ${conditions.map((condition) => this.#condition(table, condition)).join(' AND ')}`
  }

  #condition<Row extends object>(table: Table<Row>, condition: Condition<Row>): string {
    if ('columns' in condition) {
      const names = condition.columns.map((column) => quoted(table.columnNames[column])).join(', ')
      return `(${names}) < (${condition.values.map((value) => this.placeholder(value)).join(', ')})`
    }
    const name = quoted(table.columnNames[condition.column])
    if (condition.is === 'in') return `${name} ${this.#among(condition.values)}`
    if (condition.is === 'like') return `${name} LIKE ${this.placeholder(condition.value)} ESCAPE '\\'`
    return `${name} ${condition.is} ${this.placeholder(condition.value)}`
  }

  /** One parameter for the whole list: the text, and what an engine keeps prepared of it, is the same for any number. */
  #among(values: readonly (number | string)[]): string {
    if (this.driver === 'postgres') return `= ANY(${this.placeholder(values)})`
    return `IN (SELECT value FROM json_each(${this.placeholder(JSON.stringify(values))}))`
  }
}

export function quoted(name: string): string {
  return `"${name}"`
}

export function driverOf(em: EntityManager): Driver {
  return em.dataSource.options.type === 'postgres' ? 'postgres' : 'sqlite'
}
