// all keys have one hash tag, so that scripts may use several of them on a Redis Cluster too

/** The prefix of BullMQ's own keys. */
export const bullPrefix = '{parley}'

/** The start of the keys of a queue: of fairness, of jobs and of their steps. */
export const baseOf = (queue: string) => `${bullPrefix}:replies:${queue}`

export const stepsOf = (queue: string, id: string) => `${baseOf(queue)}:steps:${id}`

/** The channel with the ids of jobs that were cancelled or lost. */
export const endedChannel = (queue: string) => `${baseOf(queue)}:ended`

/** BullMQ refuses ids that are integers or have a colon. A run after an interruption is another job. */
export const jobIdOf = ({
  id,
  interruptions = 0,
}: {
  readonly id: string
  readonly interruptions?: number | undefined
}) => `${id}-${String(interruptions)}`

/** How long the keys of a job are kept after its deadline. */
export const keptMs = 900_000

export const lifetimeMs = (timeLeftMs: number) => Math.max(0, Math.ceil(timeLeftMs)) + keptMs
