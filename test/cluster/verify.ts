import type { Findings } from '../crash/findings.js'
import { readRoom, type Generation, type RoomState } from '../crash/world.js'

type Room = Pick<RoomState, 'entries' | 'generations'>
import { readConfig } from '../../src/config/config.js'
import { runDoctorCommand } from '../../tools/operator/doctor-command.js'
import { throughDoor } from '../../tools/operator/door.js'
import type { Message, Talker } from './clients/talker.js'
import type { Engine } from './engine.js'
import type { Check } from './findings.js'

interface Verification {
  readonly engine: Engine
  readonly findings: Findings<Check>
  readonly losses: number
}

/** Compares what is stored with what its answers and events said; all its replies have ended. */
export async function verifyTalker(talker: Talker, verification: Verification): Promise<void> {
  const room = await readRoom(talker.person, talker.roomId)
  for (const message of talker.messages) verifyMessage(message, room, verification)
  const stored = room.generations.filter(hasEntry)
  const { entries } = room
  verification.findings.expect(
    'once',
    entries.length === stored.length,
    () => `room ${talker.roomId} has ${entries.length} entries of ${stored.length} replies that have one`,
  )
}

function verifyMessage(message: Message, room: Room, { engine, findings, losses }: Verification): void {
  const { name, generationId, follower, isCancelled, lossesBefore } = message
  const own = room.generations.filter((generation) => generation.message === name)
  const [generation] = own
  findings.expect(
    'once',
    own.length === 1 && generation?.id === generationId,
    () => `${name} is ${JSON.stringify(own)}`,
  )
  if (!generation) return
  const details = () => `${JSON.stringify(generation)}, followed to ${follower.status} ${JSON.stringify(follower.text)}`
  const wasLostTwice = losses - lossesBefore >= 2 && generation.error?.code === 'INTERRUPTED'
  const wasCancelled = isCancelled && generation.status === 'CANCELLED'
  findings.expect('ends', generation.status === 'COMPLETED' || wasLostTwice || wasCancelled, details)
  findings.expect('equal', follower.text === generation.text && follower.status === generation.status, details)
  const isWhole = generation.status === 'COMPLETED'
  if (isWhole) findings.expect('follows', engine.isWhole(name, generation.text), details)
  const entries = room.entries.filter(({ inputData }) => inputData === name)
  findings.expect(
    'once',
    hasEntry(generation) ? isEntryOf(generation, entries) : entries.length === 0,
    () => `${details()} has the entries ${JSON.stringify(entries)}`,
  )
}

/** Whether a reply that has ended is in the log (contract: replies.5). */
function hasEntry({ status, text }: Generation): boolean {
  return status === 'COMPLETED' || (status === 'CANCELLED' && text.trim() !== '')
}

function isEntryOf({ text, entry }: Generation, entries: RoomState['entries']): boolean {
  const [only] = entries
  return entries.length === 1 && only?.outputData === text && only.index === entry?.index
}

/** Asks the doctor, from a data folder of its own, as an operator does while the instances run. */
export async function verifyStores(env: Readonly<Record<string, string>>, findings: Findings<Check>): Promise<void> {
  const lines: string[] = []
  const command = { repairs: [], minAgeMs: 0, isJson: true } as const
  const { exitCode, summary } = await throughDoor(readConfig(env), (ask) =>
    runDoctorCommand(command, ask, { say: (text) => void lines.push(text) }),
  )
  findings.expect('consistent', exitCode === 0 && lines.length === 0, () => `${summary}: ${lines.join('; ')}`)
}
