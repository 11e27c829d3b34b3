import type { Queries } from '../queries/queries.js'
import { Statement } from '../queries/statement.js'

/** What sessions of this role wait for on PostgreSQL, and the session that has it. */
export interface LockWait {
  /** Null for what belongs to no table. */
  readonly table: string | null
  /** As in `pg_locks`: relation, tuple, transactionid, advisory, … */
  readonly lock: string
  readonly mode: string
  /** 0 for a prepared transaction. */
  readonly holderPid: number
  readonly holderTransaction: string | null
  /** What follows is null when the role may not see it. */
  readonly holderRole: string | null
  readonly holderState: string | null
  readonly holderMs: number | null
  readonly waiting: number
}

const text = `
  WITH locks AS MATERIALIZED (SELECT * FROM pg_locks), waiting AS MATERIALIZED (
    SELECT pid, pg_blocking_pids(pid) AS holders FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND wait_event_type = 'Lock'
      AND clock_timestamp() - query_start > interval '900 milliseconds'
  ), found AS (
    SELECT waiting.pid, holder, wanted.locktype AS lock, wanted.mode, coalesce(
      wanted.relation, (SELECT min(relation) FROM locks WHERE locks.pid = waiting.pid AND locktype = 'tuple')
    )::regclass::text AS "table"
    FROM waiting JOIN locks AS wanted ON wanted.pid = waiting.pid AND NOT wanted.granted, unnest(holders) AS holder
    WHERE NOT EXISTS (SELECT FROM locks WHERE locks.pid = holder AND NOT granted)
  )
  SELECT "table", lock, mode, holder AS "holderPid",
    (SELECT min(virtualtransaction) FROM locks WHERE locks.pid = holder) AS "holderTransaction",
    session.usename AS "holderRole", session.state AS "holderState",
    floor(extract(epoch FROM clock_timestamp() - session.xact_start) * 1000)::float8 AS "holderMs",
    count(DISTINCT found.pid)::int AS waiting
  FROM found LEFT JOIN pg_stat_activity AS session ON session.pid = holder
  GROUP BY 1, 2, 3, 4, 5, 6, 7, session.xact_start`

/** The waits of more than a second. A session that waits itself is not named: its holder is. */
export async function lockWaits(db: Queries): Promise<LockWait[]> {
  return (await db.run<LockWait>(new Statement(db.driver, text))).rows
}
