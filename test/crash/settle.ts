import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Client } from './client.js'
import type { Findings } from './findings.js'

const patienceMs = 20_000
const query = `{ myRooms(first: 100) { nodes { activeGeneration { id } } } }`
const node = z.object({ activeGeneration: z.object({ id: z.string() }).nullable() })
const shape = z.object({ myRooms: z.object({ nodes: z.array(node) }) })

/** Waits until no room of these clients has a reply in the making, and every watch has ended. */
export async function settle(clients: readonly Client[], findings: Findings): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  for (const client of clients.filter(({ isSignedIn }) => isSignedIn)) {
    let active = await activeOf(client)
    while (active.length > 0 && Date.now() < giveUpAt) {
      await pause(10)
      active = await activeOf(client)
    }
    const told = () => `still in the making after ${patienceMs} ms: ${active.join(', ')}`
    findings.expect('recovers', active.length === 0, told)
    await Promise.all([...client.followers.values()].map(({ following }) => following))
  }
}

async function activeOf({ person }: Client): Promise<string[]> {
  const { myRooms } = shape.parse(await person.data(query))
  return myRooms.nodes.flatMap(({ activeGeneration }) => activeGeneration?.id ?? [])
}
