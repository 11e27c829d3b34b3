import type { TinyModelOptions } from '@parley/testing'
import type { BackendJob } from '../../../ai-workers/backends/backend.js'
import type { CompletionOptions } from '../../../src/tool-calls/completion-options.js'
import { tinyJob } from './tiny-models.js'

/** A model that writes the characters of JSON, and some others, each about as often, and never ends by itself. */
export const jsonSpeaker = {
  width: 32,
  layers: 1,
  contextLength: 16_384,
  endWeight: 0,
  says: [
    ...[
      '{',
      '}',
      '[',
      ']',
      '"',
      '"',
      ':',
      ',',
      '\\',
      '.',
      '-',
      ' ',
      'a',
      'b',
      'n',
      'u',
      'é',
      '{"',
      '"}',
      '":',
      '",',
      ' "',
      ', "',
    ],
    ...[
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      'true',
      'false',
      'null',
      '<0xC3>',
      '<0xA9>',
      '<0x1F>',
      '<s>',
      '<|im_start|>',
    ],
  ],
} satisfies TinyModelOptions

/** A completion of at most 300 tokens. */
export function completionJob(completion: Partial<CompletionOptions>, parts: Partial<BackendJob> = {}): BackendJob {
  return tinyJob({
    sampling: { temperature: 1, topP: 1, minP: 0 },
    completion: { maxTokens: 300, ...completion },
    ...parts,
  })
}

export function schemaFormat(schema: unknown): Partial<CompletionOptions> {
  return { responseFormat: { kind: 'json_schema', name: 'answer', schema: JSON.stringify(schema) } }
}
