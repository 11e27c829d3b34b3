import type { Client } from '../writers/client.js'
import type { Findings } from '../findings.js'
import { finalStates } from '../writers/follower.js'
import type { Stored, StoredGeneration } from '../stored.js'
import { readGeneration, type Generation, type World } from '../world.js'

/** The expected result of `Replies.recover` for a generation, from its state after the kill. */
export function fateOf(row: StoredGeneration): 'stays' | 'kept' | 'runs' | 'runs again' | 'ends' {
  if (finalStates.includes(row.status)) return 'stays'
  if (row.sealedAt !== null) return 'kept'
  if (interruptionsOf(row) > 1) return 'ends'
  return row.status === 'QUEUED' ? 'runs' : 'runs again'
}

/** The end of a generation that is not interrupted again. */
function endOf({ cancelledAt }: StoredGeneration): 'COMPLETED' | 'CANCELLED' {
  return cancelledAt === null ? 'COMPLETED' : 'CANCELLED'
}

/** Including the kill that has left it. */
function interruptionsOf({ status, sealedAt, interruptions }: StoredGeneration): number {
  return status === 'RUNNING' && sealedAt === null ? interruptions + 1 : interruptions
}

/**
 * For two consecutive kills: generations that were final at the first are unchanged at the second, and each kill counts
 * as one interruption of what was running.
 */
export function checkStored(before: Stored | undefined, after: Stored, findings: Findings): void {
  findings.expect('starts', after.faults.length === 0, () => after.faults.join('; '))
  findings.expect('deleted', after.remains.length === 0, () => after.remains.join('; '))
  checkInterruptions(before, after, findings)
  for (const [id, row] of before?.generations ?? []) {
    if (!finalStates.includes(row.status)) continue
    const now = after.generations.get(id)
    // deleted with its room
    if (!after.roomIds.has(row.roomId)) continue
    findings.expect(
      'final',
      JSON.stringify(now) === JSON.stringify(row),
      () => `${JSON.stringify(row)} became ${JSON.stringify(now)}`,
    )
  }
}

function checkInterruptions(before: Stored | undefined, after: Stored, findings: Findings): void {
  for (const [id, now] of after.generations) {
    const row = before?.generations.get(id)
    const isUntouched = JSON.stringify(row) === JSON.stringify(now)
    const isCounted = now.interruptions === (row ? interruptionsOf(row) : 0)
    const details = () => `${JSON.stringify(row)} became ${JSON.stringify(now)}`
    findings.expect('recovers', isUntouched || isCounted, details)
  }
}

/** For two kills with a verified server in between: purges that were pending at the first are done at the second. */
export function checkPurged(before: Stored, after: Stored, findings: Findings): void {
  for (const id of before.purges)
    findings.expect('deleted', !after.purges.has(id), () => `purge ${id} is still to be done`)
}

/** Immediately after a start: generations that the kill left active are already completed or failed, or they run. */
export async function checkTakenOver(client: Client, stored: Stored, findings: Findings): Promise<void> {
  for (const row of activeOf(client, stored)) {
    const now = await readGeneration(client.person, row.id)
    findings.expect(
      'recovers',
      now !== null && isTakenOver(row, now),
      () => `left as ${JSON.stringify(row)}, taken over as ${JSON.stringify(now)}`,
    )
  }
}

/** After the end of all generations: those that had to run have run to their end. */
export function checkEnded(
  client: Client,
  { world, stored }: { world: World; stored: Stored },
  findings: Findings,
): void {
  const now = new Map(
    world.rooms.flatMap(({ generations }) => generations).map((generation) => [generation.id, generation]),
  )
  for (const row of activeOf(client, stored)) {
    const ended = now.get(row.id)
    const fate = fateOf(row)
    const isNext = fate !== 'runs again' || (ended?.attempt ?? 0) > row.attempt
    const isSo = isNext && ended?.status === (fate === 'ends' ? 'FAILED' : endOf(row))
    findings.expect('recovers', isSo, () => `left as ${JSON.stringify(row)}, ended as ${JSON.stringify(ended)}`)
  }
}

function activeOf({ name }: Client, { generations }: Stored): StoredGeneration[] {
  const own = [...generations.values()].filter(({ message }) => message.startsWith(`${name}-`))
  return own.filter(({ status }) => !finalStates.includes(status))
}

function isTakenOver(row: StoredGeneration, now: Generation): boolean {
  const same = now.text === row.text && now.attempt === row.attempt
  switch (fateOf(row)) {
    case 'stays':
      return now.status === row.status && same
    case 'kept':
      return now.status === endOf(row) && same
    case 'ends':
      return now.status === 'FAILED' && now.error?.code === 'INTERRUPTED' && same
    case 'runs':
      return now.status !== 'FAILED' && now.status !== 'CANCELLED' && now.attempt >= row.attempt
    case 'runs again':
      // the text of the interrupted attempt stays until the next one has text
      if (now.attempt > row.attempt) return now.status !== 'FAILED' && now.status !== 'CANCELLED'
      return same && !finalStates.includes(now.status)
  }
}
