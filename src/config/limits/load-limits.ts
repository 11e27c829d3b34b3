import { json, limit, shareLimit, values, wholeValue } from '../json-values.js'
import { longestTimerMs } from '../rules.js'

const sockets = wholeValue(1, 1_000_000)
const memory = wholeValue(1, 2 ** 40)

/** `SOCKET_LIMITS`: open sockets and connections in one process. */
export const socketLimits = json.pipe(
  values(
    {
      /** Sockets of one account, on all its devices. */
      perUser: sockets.default(50),
      /** Sockets of one IP address, of clients without a valid token. */
      perAddress: sockets.default(500),
      perProcess: sockets.default(10_000),
      /** TCP connections of one IP address at one listener, those of its sockets included. */
      connectionsPerAddress: sockets.default(1_000),
    },
    '{"perUser":100}',
  ),
)

/** `LOAD_LIMITS`: beyond these a process refuses new work; undefined is without a threshold. */
export const loadLimits = json.pipe(
  values(
    {
      /** How late the event loop may be, in milliseconds. */
      eventLoopMs: limit(longestTimerMs).prefault(1_000),
      /** The share of the heap limit that may be in use after a full garbage collection. */
      heapShare: shareLimit().prefault(0.9),
      /** Bytes in memory for the clients of one address; undefined: a quarter of `unsentPerProcess`. */
      unsentPerClient: memory.optional(),
      /** Bytes in memory for all clients: large results, unsent answers, arriving bodies; undefined: an eighth of the heap limit. */
      unsentPerProcess: memory.optional(),
    },
    '{"eventLoopMs":2000}',
  ),
)
