import type { Client } from '../writers/client.js'
import type { Findings } from '../findings.js'
import type { Random } from '../random.js'
import { folderOf, keyOf } from '../writers/writes.js'

const sample = 5

/** Deleted rooms must be unreachable, also in the chat-log service, immediately after the start. */
export async function checkGone(
  { fates, targets }: Client,
  { random, findings }: { random: Random; findings: Findings },
): Promise<void> {
  const gone = fates.goneRooms
  const some = Array.from({ length: Math.min(sample, gone.length) }, () => random.pick(gone))
  for (const room of new Set([...some, ...gone.slice(-sample)])) {
    if (!room) continue
    const { status, text } = await targets.chatLog.rest('POST', `${folderOf(room)}/load_log`, keyOf(room))
    findings.expect('deleted', status === 404, () => `the log of the deleted room ${room.id}: ${status} ${text}`)
  }
}
