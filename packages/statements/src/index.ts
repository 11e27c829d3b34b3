// the door to a relational store
export { Database, type DatabaseLimits, type DatabaseLocation } from './database.js'
export { examineIntegrity } from './integrity.js'
export { readMigrations } from './read-migrations.js'
export { isDamaged, isUniqueViolation, noConnectionMessage } from './translate-error.js'

// tables and migrations, declared once for both engines
export { column, type Driver, type RowOf } from './tables/columns.js'
export { createTable } from './tables/create-table.js'
export type { AnyTable } from './tables/database-schema.js'
export { Table, type TableSpec } from './tables/define-table.js'
export { downgradeSentence, migrate, migrationLock, namesOf, unknownMigrations } from './tables/migrate.js'

// statements on rows
export {
  atLeast,
  atMost,
  between,
  Comparison,
  type Conditions,
  containing,
  everyRow,
  idOf,
  lessThan,
  like,
  moreThan,
  not,
  oneOf,
  plus,
  type Where,
} from './queries/conditions.js'
export {
  continueIds,
  type CopiedRow,
  highestId,
  keyColumn,
  occupancyOf,
  readRows,
  type RowSum,
  RowSummer,
  rowText,
  sumRows,
  writeRows,
  writtenRows,
} from './queries/copied-rows.js'
export { databaseTime } from './queries/database-time.js'
export { deleteInSlices } from './queries/delete-in-slices.js'
export { limitIdleTime } from './queries/limit-idle-time.js'
export {
  type Connection,
  connection,
  type PageArgs,
  type PageRequest,
  pageRequest,
  type PageRows,
} from './queries/page.js'
export { Queries, type Values } from './queries/queries.js'
export { retryOnUniqueViolation } from './queries/retry-on-unique-violation.js'
export { rowId, rowIds } from './queries/row-id.js'
export { selectCounted, selectPage, sizeOf } from './queries/select-page.js'
export { type Selection, selectStatement } from './queries/select-statement.js'
export { Statement } from './queries/statement.js'
export { toOwnValues } from './queries/values.js'

// the connections to PostgreSQL
export { background, longWork } from './postgres/connection-shares.js'

// the file of SQLite
export { compactFile } from './sqlite/compact-file.js'
export type { WriteOptions } from './sqlite/group-commit.js'
export { overwriteRemains } from './sqlite/page-remains.js'
