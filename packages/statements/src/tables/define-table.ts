import { EntitySchema } from 'typeorm'
import { columnName, entityColumn, type ColumnSpec, type Driver } from './columns.js'

type ColumnsOf<Row> = { readonly [Column in keyof Row]: ColumnSpec<Row[Column]> }

export interface TableSpec<Row> {
  readonly name: string
  readonly columns: ColumnsOf<Row>
  readonly unique?: readonly (readonly (keyof Row & string)[])[]
  readonly indices?: readonly {
    readonly columns: readonly (keyof Row & string)[]
    /** Makes the index unique among the rows that match. */ readonly uniqueWhere?: string
  }[]
  readonly references?: readonly { readonly column: keyof Row & string; readonly table: string }[]
}

/** The table of an entity: the EntitySchema for queries, with the details for migrations and for each engine. */
export class Table<Row extends object> extends EntitySchema<Row> {
  /** The quoted name for SQL texts. */
  readonly sqlName = `"${this.spec.name}"`
  /** The quoted column names by property. */
  readonly sqlColumns = byProperty(this.spec, (property, column) => `"${columnName(property, column)}"`)
  readonly properties: readonly string[] = Object.keys(this.spec.columns)
  readonly #lists = new WeakMap<readonly string[], string>()

  constructor(
    readonly spec: TableSpec<Row>,
    driver: Driver = 'sqlite',
  ) {
    super({
      name: spec.name,
      tableName: spec.name,
      columns: byProperty(spec, (property, column) => entityColumn(property, column, driver)),
      indices: [
        ...(spec.unique ?? []).map((columns) => ({
          name: uniqueName(spec, columns),
          columns: [...columns],
          unique: true,
        })),
        ...(spec.indices ?? []).map(({ columns, uniqueWhere }) => ({
          name: indexName(spec, columns),
          columns: [...columns],
          ...(uniqueWhere === undefined ? {} : { where: uniqueWhere, unique: true }),
        })),
      ],
      foreignKeys: (spec.references ?? []).map(({ column, table }) => ({
        name: foreignKeyName(spec, column),
        target: table,
        columnNames: [column],
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE' as const,
      })),
    })
  }

  /** These columns, by default all. */
  chosen<Column extends keyof Row & string>(columns?: readonly Column[]): readonly Column[] {
    return columns ?? (this.properties as readonly Column[])
  }

  /** SQL for the values of the columns, each named after its property. */
  list(columns: readonly (keyof Row & string)[]): string {
    const made = this.#lists.get(columns)
    if (made !== undefined) return made
    const list = columns.map((column) => `${this.sqlColumns[column]} AS "${column}"`).join(', ')
    this.#lists.set(columns, list)
    return list
  }

  /** Whether a value of the column has no maximum length: a text without one, or a document. */
  isLong(column: keyof Row & string): boolean {
    const { kind, length } = this.spec.columns[column]
    return kind === 'json' || (kind === 'text' && length === undefined)
  }

  /** The same table with the column types of one engine; TypeORM finds it by its name. */
  for(driver: Driver): Table<Row> {
    return new Table(this.spec, driver)
  }
}

function byProperty<Row, Value>(spec: TableSpec<Row>, valueOf: (property: string, column: ColumnSpec) => Value) {
  const values = entries(spec).map(([property, column]) => [property, valueOf(property, column)])
  return Object.fromEntries(values) as Readonly<Record<keyof Row, Value>>
}

export function entries<Row>(spec: TableSpec<Row>): [string, ColumnSpec][] {
  return Object.entries<ColumnSpec>(spec.columns)
}

function names<Row>(spec: TableSpec<Row>, columns: readonly (keyof Row & string)[]): string {
  return columns.map((property) => columnName(property, spec.columns[property])).join('_')
}

export function uniqueName<Row>(spec: TableSpec<Row>, columns: readonly (keyof Row & string)[]): string {
  return `uq_${spec.name}_${names(spec, columns)}`
}

export function indexName<Row>(spec: TableSpec<Row>, columns: readonly (keyof Row & string)[]): string {
  return `ix_${spec.name}_${names(spec, columns)}`
}

export function foreignKeyName<Row>(spec: TableSpec<Row>, column: keyof Row & string): string {
  return `fk_${spec.name}_${columnName(column, spec.columns[column])}`
}
