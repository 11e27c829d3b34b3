import { expect, it } from '@jest/globals'
import { versionOf } from '../../ai-workers/shared-queue/job-version.js'
import type { ReplyJob } from '../../src/ports/reply-generator/reply-generator.js'
import { replyJob } from '../contracts/reply-fixture.js'

const maxTokens = 1
const text = 'a'

it.each<[1 | 2, string, Partial<ReplyJob>]>([
  [1, 'a room', { message: text }],
  [1, 'a completion of release 0.1.0', { message: text, completion: { maxTokens } }],
  [2, 'a completion', { completion: { maxTokens, messages: [{ role: 'user', text }] } }],
  [2, 'a reply that goes on', { beginning: text }],
])('a job of version %d for %s waits for a worker that knows it', (version, _, parts) => {
  expect(versionOf(replyJob('Local', parts))).toBe(version)
})
