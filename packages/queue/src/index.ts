// callers and their shares
export { accountCaller, isAccountCaller, unverifiedCaller } from './callers.js'
export { jobPriorities, type JobPriority, tagIncrements } from './fair-queue.js'

// the queue of one process
export { type QueueEntry, WorkerQueue } from './worker-queue.js'
export type { QueueSlot } from './queue-slot.js'

// what a waiting job learns
export { isReportable, type QueuePosition, type QueueReason, queueReasons } from './queue-position.js'
export { reasonsOf } from './start-times.js'
