import type { EntitySchemaColumnOptions, TableColumnOptions } from 'typeorm'

export type Driver = 'sqlite' | 'postgres'

/** A column of these values, with the same meaning on both engines; `tables` and migrations translate it. */
export interface ColumnSpec<Value = unknown> {
  readonly kind: 'id' | 'ref' | 'count' | 'instant' | 'flag' | 'text' | 'json'
  readonly length?: number
  readonly nullable?: true
  readonly primary?: true
  readonly default?: number | boolean | string
  readonly name?: string
  /** Never set: the type of the values. */
  readonly value?: Value
}

/** The rows of a table with these columns. */
export type RowOf<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends ColumnSpec<infer Value> ? Value : never
}

type Options = Partial<Pick<ColumnSpec, 'primary' | 'default' | 'name'>>
type NullableOptions = Options & { readonly nullable: true }

/** A helper for columns of one kind, whose values are null too with `nullable`. */
interface ColumnOf<Base> {
  <Value extends Base = Base>(options: NullableOptions): ColumnSpec<Value | null>
  <Value extends Base = Base>(options?: Options): ColumnSpec<Value>
}

interface TextColumn {
  <Value extends string = string>(length: number | undefined, options: NullableOptions): ColumnSpec<Value | null>
  <Value extends string = string>(length?: number, options?: Options): ColumnSpec<Value>
}

/** The column helpers: 64-bit ids and references, epoch-millisecond instants, flags, text, JSON documents. */
export const column: {
  readonly id: () => ColumnSpec<number>
  readonly ref: ColumnOf<number>
  readonly count: ColumnOf<number>
  readonly instant: ColumnOf<number>
  readonly flag: ColumnOf<boolean>
  readonly text: TextColumn
  readonly json: ColumnOf<unknown>
} = {
  id: () => ({ kind: 'id', primary: true }),
  ref: (options?: Options) => ({ kind: 'ref', ...options }),
  count: (options?: Options) => ({ kind: 'count', ...options }),
  instant: (options?: Options) => ({ kind: 'instant', ...options }),
  flag: (options?: Options) => ({ kind: 'flag', ...options }),
  text: (length?: number, options?: Options) => ({
    kind: 'text',
    ...(length === undefined ? {} : { length }),
    ...options,
  }),
  json: (options?: Options) => ({ kind: 'json', ...options }),
}

export function columnName(property: string, spec: ColumnSpec): string {
  return spec.name ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function columnType(spec: ColumnSpec, driver: Driver): 'integer' | 'bigint' | 'boolean' | 'varchar' | 'text' {
  switch (spec.kind) {
    case 'id':
      return driver === 'sqlite' ? 'integer' : 'bigint'
    case 'ref':
    case 'count':
    case 'instant':
      return 'bigint'
    case 'flag':
      return 'boolean'
    case 'text':
      return spec.length === undefined ? 'text' : 'varchar'
    case 'json':
      return 'text'
  }
}

export function entityColumn(property: string, spec: ColumnSpec, driver: Driver): EntitySchemaColumnOptions {
  return {
    name: columnName(property, spec),
    type: columnType(spec, driver),
    nullable: spec.nullable ?? false,
    primary: spec.primary ?? false,
    ...(spec.kind === 'id' ? { generated: 'increment' as const } : {}),
    ...(spec.length === undefined ? {} : { length: spec.length }),
    ...(spec.default === undefined ? {} : { default: spec.default }),
  }
}

export function migrationColumn(property: string, spec: ColumnSpec, driver: Driver): TableColumnOptions {
  return {
    name: columnName(property, spec),
    type: columnType(spec, driver),
    isNullable: spec.nullable ?? false,
    isPrimary: spec.primary ?? false,
    ...(spec.kind === 'id' ? { isGenerated: true, generationStrategy: 'increment' as const } : {}),
    ...(spec.length === undefined ? {} : { length: String(spec.length) }),
    ...(spec.default === undefined ? {} : { default: sqlLiteral(spec.default, driver) }),
  }
}

function sqlLiteral(value: number | boolean | string, driver: Driver): string {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'boolean') return driver === 'sqlite' ? String(Number(value)) : String(value)
  return String(value)
}
