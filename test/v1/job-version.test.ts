import { expect, it } from '@jest/globals'
import { versionOf } from '../../ai-workers/shared-queue/job-version.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { replyJob } from '../contracts/reply-fixture.js'

const maxTokens = 1
const rounds = [{ text: '', calls: [{ id: 'a', name: 'clock', arguments: '{}', result: '' }] }]

it.each<[1 | 2, string, Partial<ReplyJob>]>([
  [1, 'a text', { completion: { maxTokens, rounds: [], seed: 1 } }],
  [2, 'tools', { completion: { maxTokens, tools: [{ name: 'clock', parameters: '{}' }] } }],
  [2, 'a format', { completion: { maxTokens, responseFormat: { kind: 'json_object' } } }],
  [2, 'a beginning', { completion: { maxTokens, beginning: 'a' } }],
  [2, 'a reply that goes on', { beginning: 'a' }],
  [2, 'calls after the message', { completion: { maxTokens, rounds } }],
  [2, 'calls in the history', { completion: { maxTokens }, history: [{ inputData: 'a', rounds, outputData: '' }] }],
])('a job of version %d for %s waits for a worker that knows it', (version, _, parts) => {
  expect(versionOf(replyJob('Local', parts))).toBe(version)
})
