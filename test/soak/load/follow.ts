import { z } from 'zod'
import { dataIn } from '../../support/http/sse.js'
import type { User } from './user.js'

const event = z.object({ offset: z.number(), delta: z.string(), status: z.string() })
type Event = z.infer<typeof event>

const query = 'subscription ($id: ID!) { generation(id: $id) { offset delta status } }'

/**
 * Follows a reply to its end over a WebSocket, over server-sent events of GraphQL or of REST. `onText` is called once,
 * with the first text. Returns the last status and the text.
 */
export async function follow(
  user: User,
  id: string,
  onText: () => Promise<unknown> = () => Promise.resolve(),
): Promise<{ readonly status: string; readonly text: string }> {
  const reply = { status: '', text: '' }
  let acted: Promise<unknown> | undefined
  const take = ({ offset, delta, status }: Event) => {
    reply.text = reply.text.slice(0, offset) + delta
    reply.status = status
    if (delta === '' || acted) return
    acted = onText()
    // a failure is thrown after the end of the reply
    acted.catch(() => undefined)
  }
  const dice = user.random.next()
  if (dice < 0.2) {
    for (const each of dataIn(await user.rest(200, 'GET', `/generations/${id}/stream`))) take(event.parse(each))
  } else {
    const client = dice < 0.6 ? user.socket : dice < 0.8 ? user.person.socket() : user.person.eventStream()
    for await (const { data, errors } of client.iterate({ query, variables: { id } })) {
      if (errors) throw new Error(`GraphQL: ${JSON.stringify(errors)}`)
      take(z.object({ generation: event }).parse(data).generation)
    }
    if (client !== user.socket) await client.dispose()
  }
  await acted
  return reply
}
