import type { Person } from './person.js'

export interface WatchedEvent {
  readonly attempt: number
  readonly offset: number
  readonly delta: string
  readonly cursor: string
  readonly status: string
  readonly position: number | null
}

const query = `subscription ($id: ID!, $after: String) {
  generation(id: $id, after: $after) { attempt offset delta cursor status position }
}`

type Client = ReturnType<Person['socket']> | ReturnType<Person['eventStream']>

/** The events of a generation until its end, or until `enough` is true for one. Throws the code of an error. */
export async function watch(
  person: Person,
  id: string,
  after?: string,
  enough: (event: WatchedEvent) => boolean = () => false,
): Promise<WatchedEvent[]> {
  return watchBy(person.socket(), { id, after }, enough)
}

/** The same by any client, which is then disposed of. */
export async function watchBy(
  client: Client,
  variables: { readonly id: string; readonly after?: string | undefined },
  enough: (event: WatchedEvent) => boolean = () => false,
): Promise<WatchedEvent[]> {
  const events: WatchedEvent[] = []
  try {
    for await (const { data, errors } of client.iterate<{ generation: WatchedEvent }>({ query, variables })) {
      if (errors) throw new Error(String(errors[0]?.extensions?.['code']))
      if (data) events.push(data.generation)
      if (data && enough(data.generation)) break
    }
    return events
  } catch (error) {
    if (error instanceof Error) throw error
    // graphql-ws throws the errors of a subscription that did not start as an array, and the close of the socket as an event
    const [first] = Array.isArray(error) ? (error as { extensions: { code: string } }[]) : []
    const { code, reason } = error as { code?: number; reason?: string }
    throw new Error(first?.extensions.code ?? `closed: ${code} ${reason}`, { cause: error })
  } finally {
    await client.dispose()
  }
}

/** The text that a client has after the rule text = text.slice(0, offset) + delta. */
export function folded(events: readonly WatchedEvent[]): string {
  return events.reduce((text, { offset, delta }) => text.slice(0, offset) + delta, '')
}
