/** A GraphQL client as a front end sets it up. */
export interface FrontEnd {
  query(document: string, variables?: object): Promise<unknown>
  mutate(document: string, variables?: object): Promise<unknown>
  /** Resolves with all results when the subscription has ended. */
  subscribe(document: string, variables: object): Promise<unknown[]>
}

/** Opens a client of the service at `url`; without a token as a guest. */
export type OpenFrontEnd = (url: string, token?: string) => FrontEnd

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

/** The first steps of a person: looks around, registers, signs in, sends a message and follows the reply. */
export async function converse(open: OpenFrontEnd, url: string, username: string): Promise<Conversation> {
  const guest = open(url)
  const characters = await guest.query('{ characters { pageInfo { hasNextPage } } }')
  const credentials = { email: `${username}@example.com`, password: 'correct horse battery' }
  await guest.mutate(register, { input: { ...credentials, username, eulaAgreed: true, privacyAgreed: true } })
  const signedIn = (await guest.mutate(login, { input: credentials })) as { login: { token: string } }
  const client = open(url, signedIn.login.token)
  const me = await client.query('{ me { username } }')
  const made = (await client.mutate(createRoom)) as { createOfficeRoom: { room: { id: string } } }
  const roomId = made.createOfficeRoom.room.id
  const sent = await client.mutate(send, { input: { roomId, text: 'Hello' } })
  const { id } = (sent as { sendMessage: { generation: { id: string } } }).sendMessage.generation
  const events = (await client.subscribe(follow, { id })) as ReplyEvent[]
  const text = events.reduce((known, { generation: { offset, delta } }) => known.slice(0, offset) + delta, '')
  const statuses = events.map(({ generation }) => generation.status)
  return { characters, me, statuses, text, log: await client.query(read, { id: roomId }) }
}
