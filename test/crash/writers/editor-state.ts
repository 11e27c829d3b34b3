import { z } from 'zod'
import type { Person } from '../../support/app/person.js'
import { send } from './write.js'
import { graphql } from './writes.js'

const alternative = z.object({ outputData: z.string(), generationId: z.string().nullable() })
const entry = z.object({ index: z.number(), inputData: z.string(), alternatives: z.array(alternative) })
const generation = z.object({
  id: z.string(),
  status: z.string(),
  text: z.string(),
  entry: z.object({ index: z.number() }).nullable(),
})
const answer = z.object({
  data: z.object({
    myUsage: z.object({ messages: z.object({ used: z.number(), resetsAt: z.string() }) }),
    mySessions: z.array(z.object({ id: z.string() })),
    room: z.object({
      activeGeneration: z.object({ id: z.string() }).nullable(),
      entries: z.object({ nodes: z.array(entry) }),
      generations: z.object({ nodes: z.array(generation) }),
    }),
  }),
})

const query = `query ($room: ID!) {
  myUsage { messages { used resetsAt } }
  mySessions { id }
  room(id: $room) {
    activeGeneration { id }
    entries(last: 50) { nodes { index inputData alternatives { outputData generationId } } }
    generations(first: 100) { nodes { id status text entry { index } } }
  }
}`

/** The room of the editor, its sessions and its usage. */
export interface EditorState {
  readonly isActive: boolean
  readonly entries: readonly z.infer<typeof entry>[]
  /** The newest 100. */
  readonly generations: readonly z.infer<typeof generation>[]
  readonly sessions: number
  readonly messages: { readonly used: number; readonly resetsAt: string }
}

/** Undefined without an answer. */
export async function readEditorState(person: Person, roomId: string): Promise<EditorState | undefined> {
  const found = await send(person, graphql(query, { room: roomId }))
  if (!found) return undefined
  const { room, mySessions, myUsage } = answer.parse(found.body).data
  return {
    isActive: room.activeGeneration !== null,
    entries: room.entries.nodes,
    generations: room.generations.nodes,
    sessions: mySessions.length,
    messages: myUsage.messages,
  }
}
