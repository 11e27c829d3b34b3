import { Table as SqlTable, TableForeignKey, TableIndex, type QueryRunner } from 'typeorm'
import { columnName, migrationColumn, type Driver } from './columns.js'
import { entries, foreignKeyName, indexName, uniqueName, type TableSpec } from './define-table.js'

/** Creates a table in a migration with the column helpers that also declare the entities. */
export async function createTable<Row>(queryRunner: QueryRunner, spec: TableSpec<Row>): Promise<void> {
  const driver = driverOf(queryRunner)
  const named = (columns: readonly (keyof Row & string)[]) =>
    columns.map((property) => columnName(property, spec.columns[property]))
  await queryRunner.createTable(
    new SqlTable({
      name: spec.name,
      columns: entries(spec).map(([property, column]) => migrationColumn(property, column, driver)),
      foreignKeys: (spec.references ?? []).map(
        ({ column, table }) =>
          new TableForeignKey({
            name: foreignKeyName(spec, column),
            columnNames: named([column]),
            referencedTableName: table,
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
          }),
      ),
      indices: [
        ...(spec.unique ?? []).map(
          (columns) => new TableIndex({ name: uniqueName(spec, columns), columnNames: named(columns), isUnique: true }),
        ),
        ...(spec.indices ?? []).map(
          ({ columns, uniqueWhere }) =>
            new TableIndex({
              name: indexName(spec, columns),
              columnNames: named(columns),
              ...(uniqueWhere === undefined ? {} : { where: uniqueWhere, isUnique: true }),
            }),
        ),
      ],
    }),
  )
}

function driverOf(queryRunner: QueryRunner): Driver {
  return queryRunner.manager.dataSource.options.type === 'postgres' ? 'postgres' : 'sqlite'
}
