import type { Driver } from '../tables/columns.js'
import type { Table } from '../tables/define-table.js'
import { Comparison, IdOf, type ComparedTable, type Conditions, type Where } from './conditions.js'

/**
 * The text of a statement with its parameters, in order. Values are never part of the text, and a list of any length is
 * one parameter, so the engine has to prepare only a few texts.
 */
export class Statement {
  readonly parameters: unknown[] = []
  #hasCondition = false

  constructor(
    readonly driver: Driver,
    public text = '',
  ) {}

  add(text: string): this {
    this.text += text
    return this
  }

  placeholder(value: unknown): string {
    const number = this.parameters.push(value)
    return this.driver === 'postgres' ? `$${number}` : '?'
  }

  placeholders(values: readonly unknown[]): string {
    return values.map((value) => this.placeholder(value)).join(', ')
  }

  where<Row extends object>(table: Table<Row>, where: Where<Row>): this {
    const text = isList(where)
      ? `(${where.map((conditions) => `(${this.#all(table, conditions)})`).join(' OR ')})`
      : this.#all(table, where)
    return text === '' ? this : this.and(text)
  }

  and(text: string): this {
    this.add(`${this.#hasCondition ? ' AND' : ' WHERE'} ${text}`)
    this.#hasCondition = true
    return this
  }

  #all(table: ComparedTable, conditions: object): string {
    let text = ''
    for (const column in conditions) {
      const condition: unknown = Reflect.get(conditions, column)
      // a missing value must not make the statement match every row
      if (condition === undefined) throw new Error(`no value for ${table.spec.name}.${column}`)
      text += `${text === '' ? '' : ' AND '}${table.sqlColumns[column] ?? ''}${this.#test(condition)}`
    }
    return text
  }

  #test(condition: unknown): string {
    if (condition === null) return ' IS NULL'
    if (condition instanceof IdOf)
      return ` = (SELECT "id" FROM ${condition.table.sqlName} WHERE ${this.#all(condition.table, condition.conditions)})`
    if (!isComparison(condition)) return ` = ${this.placeholder(condition)}`
    const { operator, value } = condition
    if (operator === '<>' && value === null) return ' IS NOT NULL'
    if (operator === 'like') return ` LIKE ${this.placeholder(value)} ESCAPE '\\'`
    if (operator === 'between' && Array.isArray(value))
      return ` BETWEEN ${value.map((end) => this.placeholder(end)).join(' AND ')}`
    if (operator !== 'in') return ` ${operator} ${this.placeholder(value)}`
    if (this.driver === 'postgres') return ` = ANY(${this.placeholder(value)})`
    return ` IN (SELECT value FROM json_each(${this.placeholder(JSON.stringify(value))}))`
  }
}

function isComparison(condition: unknown): condition is Comparison<unknown> {
  return condition instanceof Comparison
}

function isList<Row>(where: Where<Row>): where is readonly [Conditions<Row>, ...Conditions<Row>[]] {
  return Array.isArray(where)
}
