import { createClient, type Client } from 'graphql-ws'

/**
 * The socket of all subscriptions. It connects again after every loss, and graphql-ws then sends each subscription once
 * more, with the variables as they are at that time: `after` is the cursor of the last event, so the server continues
 * there.
 */
export function openSocket(url: string, token: string): Client {
  let silence: ReturnType<typeof setTimeout>
  const client = createClient({
    url: url.replace(/^http/, 'ws'),
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: Infinity,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 1_000 + Math.random() * 2_000)),
    // a connection can be lost without being closed, for example when a phone changes its network
    keepAlive: 10_000,
    on: {
      ping: (received) => {
        if (!received) silence = setTimeout(() => client.terminate(), 5_000)
      },
      pong: (received) => {
        if (received) clearTimeout(silence)
      },
      // the next connection has its own pings
      closed: () => clearTimeout(silence),
    },
  })
  return {
    ...client,
    subscribe: (payload, sink) => {
      const variables = { ...payload.variables }
      return client.subscribe<Record<string, { cursor?: string } | null>>(
        { ...payload, variables },
        {
          next: (result) => {
            for (const event of Object.values(result.data ?? {})) if (event?.cursor) variables.after = event.cursor
            sink.next(result as Parameters<typeof sink.next>[0])
          },
          error: (error) => sink.error(error),
          complete: () => sink.complete(),
        },
      )
    },
  }
}
