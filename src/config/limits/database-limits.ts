import { databaseLimits as defaults } from '../../limits.js'
import { json, values, wholeValue } from '../json-values.js'
import { maxTimerMs } from '../rules.js'

// the connection has a second more than its statement
const ms = wholeValue(1, maxTimerMs - 1_000)

/** `DATABASE_LIMITS`: how long PostgreSQL may take, in milliseconds. */
export const databaseLimits = json.pipe(
  values(
    {
      lockMs: ms.default(defaults.lockMs),
      turnMs: ms.default(defaults.turnMs),
      statementMs: ms.default(defaults.statementMs),
      longStatementMs: ms.default(defaults.longStatementMs),
    },
    '{"lockMs":2000}',
  ),
)
