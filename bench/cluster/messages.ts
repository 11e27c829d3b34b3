import { z } from 'zod'
import { ask } from '../client.js'
import { until } from '../until.js'

const made = z.object({ createOfficeRoom: z.object({ room: z.object({ id: z.string() }) }) })
const sent = z.object({ sendMessage: z.object({ generation: z.object({ id: z.string() }) }) })
const receipt = z.object({ promptTokens: z.number(), readTokens: z.number() }).nullish()
const state = z.object({
  generation: z.object({ status: z.string(), error: z.object({ code: z.string() }).nullish(), receipt }),
})

const newRoom = 'mutation { createOfficeRoom { room { id } } }'
const sendMessage = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
const readStatus =
  'query ($id: ID!) { generation(id: $id) { status error { code } receipt { promptTokens readTokens } } }'

export async function createRoom(url: string, token: string): Promise<string> {
  return made.parse(await ask(url, { query: newRoom, token })).createOfficeRoom.room.id
}

/** Sends a message to the room, or to a new one. */
export async function send(
  url: string,
  token: string,
  { roomId, model }: { readonly roomId?: string; readonly model?: string } = {},
): Promise<{ readonly id: string }> {
  const input = { roomId: roomId ?? (await createRoom(url, token)), text: 'what time is it?', model }
  return sent.parse(await ask(url, { query: sendMessage, variables: { input }, token })).sendMessage.generation
}

/** Resolves when the reply has ended; with the tokens of its prompt, if its model counts them. */
export async function completed(url: string, token: string, id: string): Promise<z.infer<typeof receipt>> {
  let ended: z.infer<typeof receipt>
  await until('a reply is complete', async () => {
    const { generation } = state.parse(await ask(url, { query: readStatus, variables: { id }, token }))
    const { status, error } = generation
    if (!['QUEUED', 'RUNNING', 'COMPLETED'].includes(status)) throw new Error(`a reply is ${status}, ${error?.code}`)
    ended = generation.receipt
    return status === 'COMPLETED'
  })
  return ended
}
