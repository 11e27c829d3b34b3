import { z } from 'zod'
import type { Person } from '../../support/app/person.js'

const event = z.object({
  attempt: z.number(),
  offset: z.number(),
  delta: z.string(),
  cursor: z.string(),
  status: z.string(),
})

export type GenerationEvent = z.infer<typeof event>

const query = `subscription ($id: ID!, $after: String) {
  generation(id: $id, after: $after) { attempt offset delta cursor status }
}`

/**
 * Calls `take` with every event; resolves to how the watch ended: `ended`, `cut off` with the connection, or an error's
 * code. `patience` ends the connection.
 */
export async function watchGeneration(
  person: Person,
  variables: { readonly id: string; readonly after: string | undefined },
  take: (event: GenerationEvent, isFirst: boolean) => void,
  patience?: AbortSignal,
): Promise<string> {
  // each transport for half of the generations
  const client = variables.id < '8' ? person.socket() : person.eventStream()
  const leave = () => void client.dispose()
  patience?.addEventListener('abort', leave)
  try {
    let isFirst = true
    for await (const { data, errors } of client.iterate({ query, variables })) {
      if (errors) return String(errors[0]?.extensions?.['code'])
      take(z.object({ generation: event }).parse(data).generation, isFirst)
      isFirst = false
    }
    return 'ended'
  } catch (error) {
    if (error instanceof z.ZodError) throw error
    // graphql-ws throws the errors of a subscription as an array, and the end of a connection as an event
    return Array.isArray(error) ? JSON.stringify(error) : 'cut off'
  } finally {
    patience?.removeEventListener('abort', leave)
    await client.dispose()
  }
}
