import { characters, exchanges, people } from './sample-data.js'

const password = 'parley sample data'

/** Fills a running server as an ordinary client would. Again on the same server it adds nothing. */
export async function seed(url: string): Promise<void> {
  const tokens: string[] = []
  for (const username of people) tokens.push(await signIn(url, username))
  const [ada = '', grace = ''] = tokens
  const characterIds: unknown[] = []
  for (const [number, character] of characters.entries()) {
    const input = { ...character, idempotencyKey: `seed character ${number}` }
    const token = tokens[number % tokens.length] ?? ada
    const { createCharacter } = await ask(url, token, createCharacterDocument, { input })
    characterIds.push(createCharacter?.['character']?.['id'])
  }
  const characterId = characterIds[0]
  await ask(url, grace, 'mutation ($id: ID!) { setLike(characterId: $id, liked: true) { changed } }', {
    id: characterId,
  })
  const input = { characterId, name: 'A long talk', idempotencyKey: 'seed room' }
  const { createChatRoom } = await ask(url, ada, createRoomDocument, { input })
  const roomId = createChatRoom?.['room']?.['id']
  for (const [number, [inputData, outputData]] of exchanges.entries())
    await ask(url, ada, saveDocument, { input: { roomId, inputData, outputData, idempotencyKey: `seed ${number}` } })
  process.stdout.write(
    `${url} has ${people.length} users (${people.join(', ')} @example.com, password "${password}"), ` +
      `${characters.length} characters and a room with ${exchanges.length} entries: ${String(roomId)}\n`,
  )
}

const createCharacterDocument =
  'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
const createRoomDocument = 'mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id } } }'
const saveDocument = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'

async function signIn(url: string, username: string): Promise<string> {
  const email = `${username}@example.com`
  const account = { username, email, password, eulaAgreed: true, privacyAgreed: true }
  const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
  // whoever is there already from an earlier seed only signs in
  await ask(url, '', register, { input: account }).catch(() => undefined)
  const login = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
  const answer = await ask(url, '', login, { input: { email, password } })
  return JSON.stringify(answer['login']?.['token']).replaceAll('"', '')
}

type Answer = Record<string, Record<string, Record<string, unknown> | undefined> | undefined>

async function ask(url: string, token: string, query: string, variables: object): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data?: Answer; errors?: { message: string }[] }
  if (errors?.[0] || !data) throw new Error(errors?.[0]?.message ?? 'no data')
  return data
}
