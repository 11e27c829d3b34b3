import { json, limit, shareLimit, values, wholeValue } from '../json-values.js'
import { maxTimerMs } from '../rules.js'

const sockets = wholeValue(1, 1_000_000)
const memory = wholeValue(1, 2 ** 40)

/** `SOCKET_LIMITS`: limits of open sockets, subscriptions and connections. */
export const socketLimits = json.pipe(
  values(
    {
      /** Sockets of one account on all its devices. */
      perUser: sockets.default(50),
      /** Sockets of one IP address, without a valid token. */
      perAddress: sockets.default(500),
      perProcess: sockets.default(10_000),
      /** Subscriptions of one account, over all its sockets and event streams. */
      subscriptionsPerUser: sockets.default(200),
      /** Subscriptions of one IP address, without a valid token. */
      subscriptionsPerAddress: sockets.default(100),
      subscriptionsPerProcess: sockets.default(20_000),
      /** TCP connections of one IP address to one listener, including its sockets. */
      connectionsPerAddress: sockets.default(1_000),
    },
    '{"perUser":100}',
  ),
)

/** `LOAD_LIMITS`: above these a process refuses new work; undefined means no threshold. */
export const loadLimits = json.pipe(
  values(
    {
      /** The maximum delay of the event loop, in milliseconds. */
      eventLoopMs: limit(maxTimerMs).prefault(1_000),
      /** The maximum share of the heap limit in use after a full garbage collection. */
      heapShare: shareLimit().prefault(0.9),
      /** Bytes in memory for the clients of one address; by default a quarter of `unsentPerProcess`. */
      unsentPerClient: memory.optional(),
      /** Bytes in memory for all clients (results, unsent answers, bodies); default: an eighth of the heap limit. */
      unsentPerProcess: memory.optional(),
    },
    '{"eventLoopMs":2000}',
  ),
)
