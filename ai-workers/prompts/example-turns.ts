import type { Prompt } from '@parley/engine'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'

/** The exchanges that show the speech style of a character. */
export function exampleTurns({ kind, character }: ReplyJob): Prompt['turns'] {
  if (kind !== 'character') return []
  return (character?.examples ?? []).map(({ inputData, outputData }) => [
    { role: 'user', text: inputData },
    { role: 'assistant', text: outputData },
  ])
}
