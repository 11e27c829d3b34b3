import { createClient } from 'graphql-sse'
import { print } from 'graphql'
import { graphql } from './gql/index.js'
import type { FollowSubscription } from './gql/graphql.js'

const follow = graphql(`
  subscription Follow($id: ID!, $after: String) {
    generation(id: $id, after: $after) {
      offset
      delta
      cursor
      error {
        message
      }
    }
  }
`)

/**
 * The pieces of a reply while it is generated, over server-sent events. graphql-sse repeats a request that was cut, with
 * its variables as they are then: `after` is the cursor of the last event, so no piece is lost or repeated.
 */
export async function* followReply(url: string, headers: Record<string, string>, id: string): AsyncGenerator<string> {
  const retry = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000 + Math.random() * 2_000))
  const client = createClient({ url, headers, retryAttempts: Infinity, retry })
  let text = ''
  const variables: { id: string; after?: string } = { id }
  for await (const { data, errors } of client.iterate<FollowSubscription>({ query: print(follow), variables })) {
    if (!data) throw new Error(errors?.[0]?.message ?? 'no data')
    const { offset, delta, cursor, error } = data.generation
    if (error) throw new Error(error.message)
    // another attempt begins at the offset 0
    yield offset < text.length ? `\n${delta}` : delta
    text = text.slice(0, offset) + delta
    variables.after = cursor
  }
}
