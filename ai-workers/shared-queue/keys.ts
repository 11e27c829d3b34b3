import type { Kind } from '../../src/kinds.js'
import type { JobRun, ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

// all keys have one hash tag, so that scripts may use several of them on a Redis Cluster too

/** The prefix of BullMQ's own keys. */
export const bullPrefix = '{parley}'

/** The start of the keys of fairness, of jobs and of their steps, by kind. */
export const baseOf = (kind: Kind) => `${bullPrefix}:replies:${kind}`

export const stepsOf = (kind: Kind, id: string) => `${baseOf(kind)}:steps:${id}`

/** The channel with the ids of jobs that were cancelled or lost. */
export const endedChannel = (kind: Kind) => `${baseOf(kind)}:ended`

/** BullMQ refuses ids that are integers or have a colon. A run after an interruption is another job. */
export const jobIdOf = ({ id, interruptions = 0 }: JobRun) => `${id}-${String(interruptions)}`

/** The form of the data of a job; a worker leaves jobs of later versions to workers of other releases. */
export const jobVersion = 2

/** Workers of version 1 would drop the image, the instructions of the room, example dialogues, tools and formats. */
export const versionOf = ({ image, roomInstructions, character, completion, history }: ReplyJob): 1 | 2 => {
  const { tools, responseFormat, beginning, rounds = [] } = completion ?? {}
  const hasCalls = rounds.length > 0 || history.some((turn) => turn.rounds)
  const isMoreThanText = (tools ?? responseFormat ?? beginning) !== undefined || hasCalls
  return image || roomInstructions !== undefined || character?.examples || isMoreThanText ? 2 : 1
}

/** How long the keys of a job are kept after its deadline. */
export const keptMs = 900_000

export const lifetimeMs = (timeLeftMs: number) => Math.max(0, Math.ceil(timeLeftMs)) + keptMs
