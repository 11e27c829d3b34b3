import type { Table } from '../tables/define-table.js'

/** Compares a column with a value. With null only `not(null)` can be true. */
export class Comparison<Value> {
  constructor(
    readonly operator: '<' | '<=' | '>' | '>=' | '<>' | 'in' | 'between' | 'like',
    readonly value: Value | readonly Value[],
  ) {}
}

/** The id of the row that meets the conditions. Without such a row a comparison with it is never true. */
export class IdOf {
  constructor(
    readonly table: ComparedTable,
    readonly conditions: object,
  ) {}
}

/** What a condition reads of its table. */
export interface ComparedTable extends Pick<Table<object>, 'sqlName'> {
  readonly spec: { readonly name: string }
  readonly sqlColumns: Readonly<Record<string, string>>
}

/** All conditions must hold. A plain value means equality, also for null. */
export type Conditions<Row> = { readonly [Column in keyof Row]?: Row[Column] | Comparison<Row[Column]> | IdOf }

/** Selects rows that meet the conditions, or one of several sets of conditions. `{}` selects all rows. */
export type Where<Row> = Conditions<Row> | readonly [Conditions<Row>, ...Conditions<Row>[]]

export const lessThan = <Value>(value: Value): Comparison<Value> => new Comparison('<', value)
export const atMost = <Value>(value: Value): Comparison<Value> => new Comparison('<=', value)
export const moreThan = <Value>(value: Value): Comparison<Value> => new Comparison('>', value)
export const atLeast = <Value>(value: Value): Comparison<Value> => new Comparison('>=', value)
export const not = <Value>(value: Value): Comparison<Value> => new Comparison('<>', value)
export const oneOf = <Value>(values: readonly Value[]): Comparison<Value> => new Comparison('in', values)
/** Includes both bounds. */
export const between = <Value>(low: Value, high: Value): Comparison<Value> => new Comparison('between', [low, high])
/** A pattern in which a backslash escapes a character. */
export const like = (pattern: string): Comparison<string> => new Comparison('like', pattern)
/** Values that contain this text. */
export const containing = (text: string): Comparison<string> =>
  like(`%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)

export const idOf = <Row extends object>(table: Table<Row>, conditions: Conditions<Row>): IdOf =>
  new IdOf(table, conditions)

/** Rows with one of these values in the column. */
export const whereIn = <Row>(column: keyof Row & string, values: readonly unknown[]) =>
  ({ [column]: oneOf(values) }) as Conditions<Row>

/** For a write that is meant to change all rows of a table. */
export const everyRow = {} as const

/** Increases a column in an update. */
export class Increment {
  constructor(readonly amount: number) {}
}

export const plus = (amount: number): Increment => new Increment(amount)
