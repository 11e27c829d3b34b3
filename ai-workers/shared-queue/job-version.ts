import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

/** The form of the data of a job; a worker leaves jobs of later versions to workers of other releases. */
export const jobVersion = 2

/** Workers of version 1 would drop the image, the text that a reply continues, the instructions of the room, example dialogues, tools and formats. */
export const versionOf = ({ image, roomInstructions, character, completion, history, ...job }: ReplyJob): 1 | 2 => {
  const { tools, responseFormat, beginning = job.beginning, rounds = [] } = completion ?? {}
  const hasCalls = rounds.length > 0 || history.some((turn) => turn.rounds)
  const isMoreThanText = (tools ?? responseFormat ?? beginning) !== undefined || hasCalls
  return image || roomInstructions !== undefined || character?.examples || isMoreThanText ? 2 : 1
}
