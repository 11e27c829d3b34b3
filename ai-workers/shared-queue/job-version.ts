import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

/** The form of the data of a job; a worker leaves jobs of later versions to workers of other releases. */
export const jobVersion = 2

/**
 * Workers of version 1 would drop the image, the text that a reply continues, the instructions of the room, example
 * dialogues and the messages of a completion.
 */
export const versionOf = ({ image, roomInstructions, character, completion, beginning }: ReplyJob): 1 | 2 =>
  image || roomInstructions !== undefined || character?.examples || completion?.messages || beginning !== undefined
    ? 2
    : 1
