// errors, and the texts and faults that clients read
export {
  AppError,
  badInput,
  defaultMessages,
  type ErrorCode,
  errorCodes,
  type FaultRule,
  faultRules,
  type FieldFault,
  foreignCursor,
  inputFault,
  maxFaults,
  modelRetryMs,
  overloadRetryMs,
  plural,
  shortened,
  type SecondFactorStep,
  type SpentLimit,
  StoreDamaged,
  type StoreName,
  StoreUnwritable,
} from './errors.js'
export { reasonOf, systemErrorCode } from './system-error-code.js'

// what operators see
export { openLogOutput } from './log-output.js'
export { createLogger, type Logger, type LogLevel, logLevels } from './logger.js'
export {
  counter,
  droppedLogLines,
  gauge,
  histogram,
  longSeconds,
  measureProcess,
  refusedRequests,
  registry,
  shortSeconds,
  stopwatch,
} from './metrics.js'
export { reportingOutages } from './outage-report.js'
export {
  beginTracing,
  childrenOf,
  inDescribedSpan,
  inRequestSpan,
  inSpan,
  inThisContext,
  nameSpan,
  remoteParent,
  type Span,
  startSpan,
  traceparentOf,
} from './spans.js'

// waits with an end, and clocks
export { pauseUnlessAborted, successWithin, unlessAborted, within, wokenOrAborted } from './bounded-wait.js'
export { clockToleranceMs, isAstray } from './clock-tolerance.js'
export { ClockWatch } from './clock-watch.js'
export { repeat } from './repeat.js'
export { answeredWithin, SilenceTimer } from './silence-timer.js'
export { steadyTime } from './steady-time.js'
export { StoreClock } from './store-clock.js'

// shares of one process
export { boundedText } from './bounded-text.js'
export { ConcurrencyLimit } from './concurrency-limit.js'
export { FairTurns, smallBodyBytes, smallTargetBytes, type TurnClient } from './fair-turns.js'
export { type CountedKey, KeyedCounts, limitOf } from './keyed-counts.js'
export { countedKeysOf, largerShares, networkOf, networksOf, plainAddress } from './network.js'
export {
  fittingRows,
  type MemoryReservation,
  type PageBounds,
  pageBytes,
  rereadIfDeleted,
  type ResultBytes,
} from './result-bytes.js'
export { onceASecond } from './once-a-second.js'
export { SliceSize, WorkSlices } from './work-slices.js'

// values, streams and files
export { FileLock } from './file-lock.js'
export { responseTo } from './response-to.js'
export { orUndefined } from './or-undefined.js'
export { keysOf, mapValues } from './records.js'
export { searchKey } from './search-key.js'
export { parseUrl } from './url.js'
export { outboundFetch, proxyAuthorization, proxyFor, useProxies } from './outbound-proxy.js'
export {
  closable,
  endUnread,
  isPollable,
  iterationEnd,
  type Pollable,
  PushIterator,
  untilAborted,
  writeEach,
} from './iterators.js'
export {
  hasMoreCommas,
  isDeeperThan,
  isJsonObject,
  type JsonObject,
  parsedBytes,
  parsedJson,
  parsedLevels,
  tooDeepAt,
} from './json.js'
