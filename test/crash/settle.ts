import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Client } from './writers/client.js'
import type { Findings } from './findings.js'

// every room may have a slow running generation, and one worker generates all of them
export const patienceMs = 60_000
const query = `{ myRooms(first: 100) { nodes { activeGeneration { id } } } }`
const node = z.object({ activeGeneration: z.object({ id: z.string() }).nullable() })
const shape = z.object({ myRooms: z.object({ nodes: z.array(node) }) })

/** Waits until no room of a client has a running generation and all its watches have ended; false after the timeout. */
export async function settle(client: Client, findings: Findings): Promise<boolean> {
  const patience = AbortSignal.timeout(patienceMs)
  let active = await activeOf(client)
  while (active.length > 0 && !patience.aborted) {
    await pause(20)
    active = await activeOf(client)
  }
  findings.expect('recovers', active.length === 0, () => `still active after ${patienceMs} ms: ${active.join(', ')}`)
  if (active.length > 0) return false
  const areOver = await Promise.race([client.watched().then(() => true), pause(patienceMs, false, { ref: false })])
  findings.expect('resumes', areOver, () => `${client.name} still watches what has ended`)
  return areOver
}

async function activeOf({ person }: Client): Promise<string[]> {
  const { myRooms } = shape.parse(await person.data(query))
  return myRooms.nodes.flatMap(({ activeGeneration }) => activeGeneration?.id ?? [])
}
