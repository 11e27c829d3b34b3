/** What a column is compared with. Of comparisons with null only `not(null)` can hold. */
export class Comparison<Value> {
  constructor(
    readonly operator: '<' | '<=' | '>' | '>=' | '<>' | 'in' | 'between' | 'like',
    readonly value: Value | readonly Value[],
  ) {}
}

/** Conditions on the columns of one row; all of them hold. A bare value is equality, null included. */
export type Conditions<Row> = {
  readonly [Column in keyof Row]?: Row[Column] | Comparison<Row[Column]>
}

/** The rows of a statement: those that meet the conditions, or one of several sets of them. `{}` are all rows. */
export type Where<Row> = Conditions<Row> | readonly [Conditions<Row>, ...Conditions<Row>[]]

export function lessThan<Value>(value: Value): Comparison<Value> {
  return new Comparison('<', value)
}

export function atMost<Value>(value: Value): Comparison<Value> {
  return new Comparison('<=', value)
}

export function moreThan<Value>(value: Value): Comparison<Value> {
  return new Comparison('>', value)
}

export function atLeast<Value>(value: Value): Comparison<Value> {
  return new Comparison('>=', value)
}

/** Both ends included. */
export function between<Value>(low: Value, high: Value): Comparison<Value> {
  return new Comparison('between', [low, high])
}

export function not<Value>(value: Value): Comparison<Value> {
  return new Comparison('<>', value)
}

export function oneOf<Value>(values: readonly Value[]): Comparison<Value> {
  return new Comparison('in', values)
}

/** A pattern in which a backslash makes a sign literal. */
export function like(pattern: string): Comparison<string> {
  return new Comparison('like', pattern)
}

/** For a write that is meant to reach all rows of a table. */
export const everyRow = {} as const

/** What a column that is updated grows by. */
export class Increment {
  constructor(readonly amount: number) {}
}

export function plus(amount: number): Increment {
  return new Increment(amount)
}
