import { z } from 'zod'
import type { Person } from '../support/app/person.js'

const page = <T extends z.ZodType>(node: T) =>
  z.object({
    nodes: z.array(node),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  })

const character = z.object({ id: z.string(), name: z.string(), context: z.string().nullable(), likedByMe: z.boolean() })
const room = z.object({
  id: z.string(),
  name: z.string().nullable(),
  instructions: z.string().nullable(),
  updatedAt: z.string(),
})
const entry = z.object({
  index: z.number(),
  inputData: z.string(),
  outputData: z.string(),
  version: z.number(),
  createdAt: z.string(),
})
const generation = z.object({
  id: z.string(),
  status: z.string(),
  attempt: z.number(),
  text: z.string(),
  message: z.string(),
  finishedAt: z.string().nullable(),
  error: z.object({ code: z.string() }).nullable(),
  entry: z.object({ index: z.number(), inputData: z.string(), outputData: z.string() }).nullable(),
})

export type Entry = z.infer<typeof entry>
export type Generation = z.infer<typeof generation>

export interface RoomState extends z.infer<typeof room> {
  readonly entries: readonly Entry[]
  /** Oldest first. */
  readonly generations: readonly Generation[]
}

/** Everything that one account can read of its own data. */
export interface World {
  readonly characters: readonly z.infer<typeof character>[]
  readonly rooms: readonly RoomState[]
}

const pageInfo = 'pageInfo { hasNextPage endCursor }'
const charactersQuery = `query ($after: String) {
  list: myCharacters(first: 100, after: $after) { nodes { id name context likedByMe } ${pageInfo} }
}`
const roomsQuery = `query ($after: String) { list: myRooms(first: 100, after: $after) { nodes { id name instructions updatedAt } ${pageInfo} } }`
const entriesQuery = `query ($id: ID!, $after: String) {
  room(id: $id) { list: entries(first: 100, after: $after) { nodes { index inputData outputData version createdAt } ${pageInfo} } }
}`
const generationFields = 'id status attempt text message finishedAt error { code } entry { index inputData outputData }'
const generationsQuery = `query ($id: ID!, $after: String) {
  room(id: $id) { list: generations(first: 50, after: $after) { nodes { ${generationFields} } ${pageInfo} } }
}`

export async function readWorld(person: Person): Promise<World> {
  const characters = await readAll(person, charactersQuery, character)
  const rooms: RoomState[] = []
  for (const found of await readAll(person, roomsQuery, room))
    rooms.push({ ...found, ...(await readRoom(person, found.id)) })
  return { characters, rooms }
}

export async function readRoom(person: Person, id: string): Promise<Pick<RoomState, 'entries' | 'generations'>> {
  // entries last: then a generation that has ended has its entry
  const generations = await readAll(person, generationsQuery, generation, id)
  return { generations: generations.reverse(), entries: await readAll(person, entriesQuery, entry, id) }
}

export async function readGeneration(person: Person, id: string): Promise<Generation | null> {
  const data = await person.data(`query ($id: ID!) { generation(id: $id) { ${generationFields} } }`, { id })
  return z.object({ generation: generation.nullable() }).parse(data).generation
}

async function readAll<T extends z.ZodType>(
  person: Person,
  query: string,
  node: T,
  id?: string,
): Promise<z.infer<T>[]> {
  const list = z.object({ list: page(node) })
  const all: z.infer<T>[] = []
  let after: string | null = null
  do {
    const data = await person.data(query, { id, after })
    const { nodes, pageInfo: end } = list.parse(id === undefined ? data : data['room']).list
    all.push(...nodes)
    after = end.hasNextPage ? end.endCursor : null
  } while (after !== null)
  return all
}
