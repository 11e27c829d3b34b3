import { afterEach, beforeEach } from '@jest/globals'
import type { QueuedReplyGenerator } from '../../../ai-workers/shared-queue/queued-reply-generator.js'
import type { ReplyJob } from '../../../src/ports/reply-generator/reply-generator.js'
import { Reading } from '../../contracts/reading.js'
import { replyJob, thoughts } from '../../contracts/reply-fixture.js'
import { QueueFixture } from './queue-fixture.js'
import { RedisServer } from './redis.js'

export const text = 'one two three four five six seven eight nine ten'

const scripts = {
  Local: `scripted:?reply=${text}&chunks=10&delayMs=1`,
  slow: `scripted:?reply=${text}&chunks=20&delayMs=100`,
  thinks: `scripted:?thoughts=${encodeURIComponent(thoughts)}&reply=${text}&chunks=10&delayMs=50`,
  stalls: `scripted:?reply=${text}&chunks=10&stallAt=2`,
}

export function read(generator: QueuedReplyGenerator, model: string, parts: Partial<ReplyJob> = {}): Reading {
  return new Reading(generator, replyJob(model, { deadline: Date.now() + 60_000, ...parts }))
}

/** A reply that has text. */
export async function running(
  generator: QueuedReplyGenerator,
  model = 'stalls',
  parts: Partial<ReplyJob> = {},
): Promise<Reading> {
  const reading = read(generator, model, parts)
  await reading.untilText()
  return reading
}

/** A Redis server for each test of the suite, and what uses it. */
export function queueScene(): { readonly server: RedisServer; readonly fixture: QueueFixture } {
  const scene = {} as { server: RedisServer; fixture: QueueFixture }
  beforeEach(async () => {
    scene.server = await RedisServer.start()
    scene.fixture = new QueueFixture(scene.server.url, scripts)
  })
  afterEach(async () => {
    await scene.fixture.close()
    await scene.server.kill()
  })
  return scene
}
