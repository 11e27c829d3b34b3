// the queues of one server, and their jobs in the order in which they will start
export { SharedQueue } from './shared-queue.js'
export { queueOrder, type QueueOrder } from './queue-order.js'
export { PauseLog } from './pause-log.js'

// the keys of a queue, and the commands that work on them
export { baseOf, bullPrefix, endedChannel, jobIdOf, keptMs, lifetimeMs, stepsOf } from './keys.js'
export { type AdmitAnswer, type JobCheck, scripts } from './scripts.js'

// the progress of jobs
export { receiveEntry, type StepEntry, type StepFollower, StepReader } from './step-reader.js'

// connections
export { failFastRedis, listeningRedis, redisTime, resendingRedis } from './redis.js'
export { refusesWrites } from './redis-server.js'
