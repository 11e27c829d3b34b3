import type { DataSource } from 'typeorm'
import { systemErrorCode } from '@parley/runtime'

const needed = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']

/** Of the tables, and of the sequences of their columns. */
const missing = `
  SELECT quote_ident(current_user) AS role, quote_ident(current_schema()) AS schema, wanted, name
  FROM (
    SELECT name, wanted, has_table_privilege(quote_ident(name), wanted) AS has
    FROM unnest($1::text[]) AS name, unnest($2::text[]) AS wanted
    UNION ALL
    SELECT relname, 'USAGE', CASE relkind WHEN 'S' THEN has_sequence_privilege(objid, 'USAGE') ELSE true END
    FROM unnest($1::text[]) AS name
    JOIN pg_depend ON refobjid = quote_ident(name)::regclass AND deptype = 'a' AND classid = 'pg_class'::regclass
    JOIN pg_class ON pg_class.oid = objid
  ) AS rights
  WHERE NOT has ORDER BY name, wanted LIMIT 1`

/**
 * A right on a table or a sequence that the role of PostgreSQL lacks, as the end of a sentence for operators; undefined
 * when it has all.
 */
export async function missingRight(source: DataSource): Promise<string | undefined> {
  const tables = source.entityMetadatas.map(({ tableName }) => tableName)
  const rows = await source.query<Record<'role' | 'schema' | 'wanted' | 'name', string>[]>(missing, [tables, needed])
  const [row] = rows
  if (!row) return undefined
  const { role, schema, wanted, name } = row
  const grants = [`${needed.join(', ')} ON ALL TABLES`, 'USAGE ON ALL SEQUENCES'].map(
    (what) => `GRANT ${what} IN SCHEMA ${schema} TO ${role}`,
  )
  return `names the role ${role}, which lacks the right ${wanted} on ${name}: ${grants.join('; ')}`
}

/** What a role needs whose rights do not suffice for a migration; undefined for another error. */
export function migrationRight(error: unknown): string | undefined {
  if (systemErrorCode(error) !== '42501' || !(error instanceof Error)) return undefined
  const [, schema] = /for schema (\S+)/.exec(error.message) ?? []
  const advice =
    schema === undefined ? 'use the role that owns the tables' : `GRANT USAGE, CREATE ON SCHEMA ${schema} TO it`
  return `names a role that lacks a right which a start needs (${error.message}): ${advice}`
}
