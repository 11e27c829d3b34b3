import { createClient } from 'graphql-sse'

export interface Conversation {
  readonly characters: unknown
  readonly me: unknown
  readonly statuses: readonly string[]
  readonly text: string
  readonly log: unknown
}

const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
const login = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
const createRoom = 'mutation { createOfficeRoom { room { id } } }'
const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
const follow = 'subscription ($id: ID!) { generation(id: $id) { status offset delta } }'
const read = 'query ($id: ID!) { room(id: $id) { entries(first: 10) { nodes { inputData outputData } } } }'

interface ReplyEvent {
  readonly generation: { readonly status: string; readonly offset: number; readonly delta: string }
}

/** A client of the service at `url`, which returns all results of an operation; without a token as a guest. */
function openClient(url: string, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const client = createClient({ url: `${url}/stream`, headers, retryAttempts: 0 })
  return async (query: string, variables: object = {}): Promise<unknown[]> => {
    const all: unknown[] = []
    for await (const { data, errors } of client.iterate({ query, variables: { ...variables } })) {
      if (errors) throw new Error(errors[0]?.message)
      all.push(data)
    }
    return all
  }
}

/** The first steps of a person: looks around, registers, signs in, sends a message and follows the reply. */
export async function start(url: string, username: string): Promise<Conversation> {
  const askAsGuest = openClient(url)
  const [characters] = await askAsGuest('{ characters { pageInfo { hasNextPage } } }')
  const credentials = { email: `${username}@example.com`, password: 'correct horse battery' }
  await askAsGuest(register, { input: { ...credentials, username, eulaAgreed: true, privacyAgreed: true } })
  const [signedIn] = (await askAsGuest(login, { input: credentials })) as { login: { token: string } }[]
  const ask = openClient(url, signedIn?.login.token)
  const [me] = await ask('{ me { username } }')
  const [made] = (await ask(createRoom)) as { createOfficeRoom: { room: { id: string } } }[]
  const roomId = made?.createOfficeRoom.room.id
  const [sent] = await ask(send, { input: { roomId, text: 'Hello' } })
  const { id } = (sent as { sendMessage: { generation: { id: string } } }).sendMessage.generation
  const events = (await ask(follow, { id })) as ReplyEvent[]
  const text = events.reduce((known, { generation: { offset, delta } }) => known.slice(0, offset) + delta, '')
  const statuses = events.map(({ generation }) => generation.status)
  const [log] = await ask(read, { id: roomId })
  return { characters, me, statuses, text, log }
}
