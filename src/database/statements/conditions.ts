/** How a column compares with a value. Of comparisons with null only `not(null)` can hold. */
export class Comparison<Value> {
  constructor(
    readonly operator: '<' | '<=' | '>' | '>=' | '<>' | 'in' | 'between' | 'like',
    readonly value: Value | readonly Value[],
  ) {}
}

/** All of them hold. A bare value is equality, also of null. */
export type Conditions<Row> = { readonly [Column in keyof Row]?: Row[Column] | Comparison<Row[Column]> }

/** The rows of a statement: those that meet the conditions, or one of several sets of them. `{}` are all rows. */
export type Where<Row> = Conditions<Row> | readonly [Conditions<Row>, ...Conditions<Row>[]]

export const lessThan = <Value>(value: Value): Comparison<Value> => new Comparison('<', value)
export const atMost = <Value>(value: Value): Comparison<Value> => new Comparison('<=', value)
export const moreThan = <Value>(value: Value): Comparison<Value> => new Comparison('>', value)
export const atLeast = <Value>(value: Value): Comparison<Value> => new Comparison('>=', value)
export const not = <Value>(value: Value): Comparison<Value> => new Comparison('<>', value)
export const oneOf = <Value>(values: readonly Value[]): Comparison<Value> => new Comparison('in', values)
/** Both ends included. */
export const between = <Value>(low: Value, high: Value): Comparison<Value> => new Comparison('between', [low, high])
/** A pattern in which a backslash makes a sign literal. */
export const like = (pattern: string): Comparison<string> => new Comparison('like', pattern)

/** For a write that is meant to reach all rows of a table. */
export const everyRow = {} as const

/** What a column grows by in an update. */
export class Increment {
  constructor(readonly amount: number) {}
}

export const plus = (amount: number): Increment => new Increment(amount)
