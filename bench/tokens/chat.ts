import { createClient, type Client } from 'graphql-ws'
import WebSocket from 'ws'
import { z } from 'zod'
import { ask, signIn } from '../client.js'
import type { TimedAnswer } from './raw-process.js'

const made = z.object({ createOfficeRoom: z.object({ room: z.object({ id: z.string() }) }) })
const sent = z.object({ sendMessage: z.object({ generation: z.object({ id: z.string() }) }) })
const event = z.object({ data: z.object({ generation: z.object({ delta: z.string(), status: z.string() }) }) })
const kept = z.object({
  generation: z.object({ receipt: z.object({ replyTokens: z.number(), readTokens: z.number() }) }),
})

const createRoom = 'mutation { createOfficeRoom { room { id } } }'
const sendMessage = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
const watch = 'subscription ($id: ID!) { generation(id: $id) { delta offset attempt cursor status } }'
const receipt = 'query ($id: ID!) { generation(id: $id) { receipt { replyTokens readTokens } } }'

/** A client: sends messages over HTTP, and receives replies over an open socket. */
export class Chat {
  private constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly socket: Client,
  ) {}

  static async open(url: string): Promise<Chat> {
    const token = await signIn(url, 'bench')
    const connectionParams = { authorization: `Bearer ${token}` }
    const address = `${url.replace('http', 'ws')}/graphql`
    const socket = createClient({ url: address, webSocketImpl: WebSocket, lazy: false, connectionParams })
    await new Promise<void>((resolve) => socket.on('connected', () => resolve()))
    return new Chat(url, token, socket)
  }

  /** A reply in a new room, timed from before the mutation until the text of the subscription. */
  async answer(text: string): Promise<TimedAnswer> {
    const { url, token } = this
    const roomId = made.parse(await ask(url, { query: createRoom, token })).createOfficeRoom.room.id
    const startedAt = performance.now()
    const variables = { input: { roomId, text } }
    const { id } = sent.parse(await ask(url, { query: sendMessage, variables, token })).sendMessage.generation
    let firstAt: number | undefined
    let lastAt = startedAt
    for await (const item of this.socket.iterate({ query: watch, variables: { id } })) {
      const { delta, status } = event.parse(item).data.generation
      if (delta !== '') {
        lastAt = performance.now()
        firstAt ??= lastAt
      }
      if (status === 'FAILED') throw new Error('the reply failed')
    }
    if (firstAt === undefined) throw new Error('the reply has no text')
    const { replyTokens, readTokens } = kept.parse(await ask(url, { query: receipt, variables: { id }, token }))
      .generation.receipt
    return { tokens: replyTokens, firstTokenMs: firstAt - startedAt, streamingMs: lastAt - firstAt, readTokens }
  }

  async close(): Promise<void> {
    await this.socket.dispose()
  }
}
