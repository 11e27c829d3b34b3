import type { Client } from '../writers/client.js'
import type { Findings } from '../findings.js'
import type { Random } from '../random.js'
import { settle } from '../settle.js'
import type { Write } from '../writers/write.js'

const sample = 10

/**
 * Repeats keyed writes after a kill: all that were lost since the previous one, and some that were acknowledged. A lost
 * write is acknowledged from then on.
 */
export async function checkKeys(
  client: Client,
  { random, findings }: { random: Random; findings: Findings },
): Promise<void> {
  // the objects of its answer may have been deleted
  const kept = client.writes.filter((write) => client.fates.of(write) === 'stays')
  const keyed = kept.filter((write) => write.isKeyed && write.state !== 'refused')
  const lost = keyed.filter(({ state }) => state === 'lost')
  const known = keyed.filter(({ state }) => state === 'acknowledged')
  const some = Array.from({ length: Math.min(sample, known.length) }, () => random.pick(known))
  for (const write of new Set([...some, ...lost])) {
    if (!write) continue
    // a running generation in the room would refuse the repetition of a lost message
    if (write.noun === 'message' && write.state === 'lost') await settle(client, findings)
    await checkKey(client, write, findings)
  }
}

async function checkKey({ targets }: Client, write: Write, findings: Findings): Promise<void> {
  const first = write.answer
  const again = await write.again(targets)
  findings.expect('answers', again !== undefined, () => `no answer to ${write.name} again`)
  if (!again) return
  write.answer ??= again
  const result = write.resultOf(again)
  const isSame = first ? result === write.result : !result.startsWith('refused')
  findings.expect('idempotent', isSame, () => `"${write.name}" was first answered ${first?.text}, then ${again.text}`)
  const altered = await write.alter(targets)
  const isRefused = altered === 'CONFLICT' || altered === 'HTTP 409'
  findings.expect('idempotent', isRefused, () => `"${write.name}" with another body: ${altered}`)
}
