import type { EntitySchemaColumnOptions, TableColumnOptions } from 'typeorm'

export type Driver = 'sqlite' | 'postgres'

/** A column with the same meaning on both engines; `tables` and migrations translate it. */
export interface ColumnSpec {
  readonly kind: 'id' | 'ref' | 'count' | 'instant' | 'flag' | 'text' | 'json'
  readonly length?: number
  readonly nullable?: true
  readonly primary?: true
  readonly default?: number | boolean | string
  readonly name?: string
}

/** The column helpers: 64-bit ids and references, epoch-millisecond instants, flags, text, JSON documents. */
export const column = {
  id: (): ColumnSpec => ({ kind: 'id', primary: true }),
  ref: (options: Options = {}): ColumnSpec => ({ kind: 'ref', ...options }),
  count: (options: Options = {}): ColumnSpec => ({ kind: 'count', ...options }),
  instant: (options: Options = {}): ColumnSpec => ({ kind: 'instant', ...options }),
  flag: (options: Options = {}): ColumnSpec => ({ kind: 'flag', ...options }),
  text: (length?: number, options: Options = {}): ColumnSpec => ({
    kind: 'text',
    ...(length === undefined ? {} : { length }),
    ...options,
  }),
  json: (options: Options = {}): ColumnSpec => ({ kind: 'json', ...options }),
} as const

type Options = Partial<Pick<ColumnSpec, 'nullable' | 'primary' | 'default' | 'name'>>

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
