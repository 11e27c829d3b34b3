import { instructionsOf, type Client } from '../writers/client.js'
import type { Findings } from '../findings.js'
import { finalStates } from '../writers/follower.js'
import type { Scripts } from '../scripts.js'
import type { Noun } from '../writers/write.js'
import type { Entry, Generation, RoomState, World } from '../world.js'

/** Values that were read once and must never change. */
export class Memory {
  readonly #read = new Map<string, string>()

  /** The first value, or undefined when it has not changed. */
  changedFrom(name: string, now: object): string | undefined {
    const text = JSON.stringify(now)
    const first = this.#read.get(name)
    if (first === undefined) this.#read.set(name, text)
    return first === undefined || first === text ? undefined : first
  }
}

export interface CheckContext {
  readonly findings: Findings
  readonly scripts: Scripts
  readonly memory: Memory
}

/** Compares all promises to a client with everything that it can read. None of its generations may be running. */
export function checkClient(client: Client, world: World, context: CheckContext): void {
  const { findings } = context
  client.fates.resolve(world)
  checkWrites(
    client,
    'character',
    world.characters.map(({ id, name }) => ({ name, results: [id] })),
    findings,
  )
  checkWrites(
    client,
    'room',
    world.rooms.map(({ id, name }) => ({ name: name ?? '', results: [id] })),
    findings,
  )
  for (const id of client.liked) {
    const character = world.characters.find((found) => found.id === id)
    if (client.fates.character(id) !== 'stays') continue
    findings.expect('survives', character?.likedByMe === true, () => `like of character ${id} by ${client.name}`)
  }
  for (const id of client.instructed) {
    const room = world.rooms.find((found) => found.id === id)
    if (client.fates.room(id) !== 'stays') continue
    findings.expect('survives', room?.instructions === instructionsOf(id), () => `instructions of room ${id}`)
  }
  const replies = world.rooms.flatMap(({ generations }) => generations)
  checkWrites(
    client,
    'message',
    replies.map(({ id, message }) => ({ name: message, results: [id] })),
    findings,
  )
  const saved = world.rooms.flatMap((room) => {
    const messages = new Set(room.generations.map(({ message }) => message))
    return room.entries.filter(({ inputData }) => !messages.has(inputData)).map((entry) => savedEntry(room, entry))
  })
  checkWrites(client, 'entry', saved, findings)
  for (const room of world.rooms) {
    checkIndexes(room, context)
    checkUpdatedAt(client, room, findings)
    for (const generation of room.generations) checkReply(client, { room, generation }, context)
  }
  for (const follower of client.followers.values()) {
    if (follower.mayVanish) continue
    const generation = replies.find(({ id }) => id === follower.generationId)
    const isSame = generation?.text === follower.text && generation.status === follower.status
    const { status, text } = follower
    const watched = () => `watched as ${JSON.stringify({ status, text })}, stored as ${JSON.stringify(generation)}`
    if (follower.isOver) findings.expect('resumes', isSame, watched)
  }
}

interface Made {
  readonly name: string
  /** The results that an acknowledgement of it may have contained. */
  readonly results: readonly string[]
}

function savedEntry({ id }: RoomState, { index, inputData, outputData }: Entry): Made {
  // an entry with another output does not match any write
  const name = outputData === `re: ${inputData}` ? inputData : `${inputData} with ${outputData}`
  return { name, results: [String(index), `Successfully added data to document with ID: ${id}`] }
}

function checkWrites(client: Client, noun: Noun, made: readonly Made[], findings: Findings): void {
  const byName = new Map<string, Made[]>()
  for (const thing of made) byName.set(thing.name, [...(byName.get(thing.name) ?? []), thing])
  for (const write of client.writes.filter((each) => each.noun === noun)) {
    const found = byName.get(write.name) ?? []
    byName.delete(write.name)
    const details = () =>
      `${noun} "${write.name}" was ${write.state} (${write.answer?.text}), found ${JSON.stringify(found)}`
    if (client.fates.of(write) === 'gone') {
      findings.expect('deleted', found.length === 0, details)
    } else if (write.state === 'acknowledged') {
      const isThere = found.length === 1 && found[0]?.results.includes(write.result) === true
      findings.expect('survives', isThere, details)
    } else {
      findings.expect('wholeOrNot', found.length <= (write.state === 'lost' ? 1 : 0), details)
    }
  }
  const unknown = [...byName.values()]
  findings.expect('wholeOrNot', unknown.length === 0, () => `${noun} nobody made: ${JSON.stringify(unknown)}`)
}

function checkIndexes({ id, entries }: RoomState, { findings, memory }: CheckContext): void {
  const indexes = entries.map(({ index }) => index)
  const ascend = indexes.every((index, place) => index > (indexes[place - 1] ?? 0))
  findings.expect('indexes', ascend, () => `room ${id} has the indexes ${indexes.join(' ')}`)
  for (const entry of entries) {
    const before = memory.changedFrom(`${id}#${entry.index}`, entry)
    findings.expect('indexes', before === undefined, () => `room ${id}: ${before} became ${JSON.stringify(entry)}`)
  }
}

/** `updatedAt` changes with every write to the log. */
function checkUpdatedAt({ writes }: Client, { id, updatedAt, entries }: RoomState, findings: Findings): void {
  const acknowledged = new Set(writes.filter(({ state }) => state === 'acknowledged').map(({ name }) => name))
  const newest = entries.findLast(({ inputData }) => acknowledged.has(inputData))
  const moved = newest === undefined || updatedAt >= newest.createdAt
  findings.expect('survives', moved, () => `room ${id} is of ${updatedAt}, its entry is ${JSON.stringify(newest)}`)
}

function checkReply(
  client: Client,
  { room, generation }: { room: RoomState; generation: Generation },
  { findings, scripts, memory }: CheckContext,
): void {
  const { id, status, text, message, entry } = generation
  const details = () => JSON.stringify({ ...generation, room: room.id, entries })
  const entries = room.entries.filter(({ inputData }) => inputData === message)
  findings.expect('recovers', finalStates.includes(status), () => `left active: ${details()}`)
  findings.expect('replies', scripts.isPart(text), () => `of no one reply: ${details()}`)
  const isWhole = status === 'COMPLETED'
  if (isWhole || (status === 'CANCELLED' && text.trim() !== '')) {
    const [only] = entries
    const isOne = entries.length === 1 && only?.outputData === text && only.index === entry?.index
    findings.expect('replies', isOne && (!isWhole || scripts.isWhole(text)), () => `ended with text: ${details()}`)
  } else {
    findings.expect('replies', entries.length === 0 && entry === null, () => `ended without text: ${details()}`)
  }
  const known = generation.error === null || generation.error.code === 'INTERRUPTED'
  findings.expect('recovers', known && (status === 'FAILED') === (generation.error !== null), details)
  const before = memory.changedFrom(`generation ${id}`, generation)
  findings.expect('final', before === undefined, () => `${before} became ${details()}`)
  const cancel = client.cancelled.get(id)
  // a generation that was too late to cancel was completed: it is kept
  const end = cancel === 'RUNNING' || cancel === 'QUEUED' ? 'COMPLETED' : cancel
  findings.expect(
    'final',
    end === undefined || end === status,
    () => `cancelGeneration answered ${cancel}: ${details()}`,
  )
}
