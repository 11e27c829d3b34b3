import { Client } from './client.js'
import { characters, exchanges, people } from './sample-data.js'

const password = 'parley sample data'
const roomName = 'A long talk'

/**
 * Fills a running server through its public interface; returns a summary of the data. A second run on the same server
 * adds nothing.
 */
export async function seed(url: string): Promise<string> {
  const clients: Client[] = []
  for (const username of people) clients.push(await signIn(url, username))
  const [ada, grace] = clients
  if (!ada || !grace) throw new Error('the sample data needs two people')
  const characterIds: string[] = []
  for (const [number, character] of characters.entries())
    characterIds.push(await createCharacter(clients[number % clients.length] ?? ada, character))
  const [characterId] = characterIds
  await grace.ask('mutation ($id: ID!) { setLike(characterId: $id, liked: true) { changed } }', { id: characterId })
  const roomId = await createRoom(ada, characterId)
  await fillLog(ada, roomId)
  return (
    `${people.length} users (${people.join(', ')} @example.com, password "${password}"), ` +
    `${characters.length} characters and a room with ${exchanges.length} entries: ${roomId}`
  )
}

async function signIn(url: string, username: string): Promise<Client> {
  const stranger = new Client(url)
  const email = `${username}@example.com`
  const account = { username, email, password, eulaAgreed: true, privacyAgreed: true }
  const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
  // an account from an earlier seed only signs in
  await stranger.ask(register, { input: account }).catch(() => undefined)
  const signedIn = 'mutation ($input: LoginInput!) { login(input: $input) { token } }'
  const { login } = await stranger.ask(signedIn, { input: { email, password } })
  return new Client(url, login?.token)
}

// found by name, not by idempotency key: those are forgotten after a day

function createCharacter(owner: Client, character: (typeof characters)[number]): Promise<string> {
  return owner.findOrCreate(character.name, {
    list: '{ mine: myCharacters(first: 100) { nodes { id name } } }',
    create: 'mutation ($input: CharacterInput!) { created: createCharacter(input: $input) { made: character { id } } }',
    input: character,
  })
}

function createRoom(owner: Client, characterId: string | undefined): Promise<string> {
  return owner.findOrCreate(roomName, {
    list: '{ mine: myRooms(first: 100) { nodes { id name } } }',
    create: 'mutation ($input: ChatRoomInput!) { created: createChatRoom(input: $input) { made: room { id } } }',
    input: { characterId, name: roomName },
  })
}

/** Continues after the last entry, for example after an interrupted seed. */
async function fillLog(owner: Client, roomId: string): Promise<void> {
  const last = 'query ($roomId: ID!) { room(id: $roomId) { entries(last: 1) { nodes { index } } } }'
  const { room } = await owner.ask(last, { roomId })
  const save = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
  for (const [inputData, outputData] of exchanges.slice(room?.entries.nodes[0]?.index ?? 0))
    await owner.ask(save, { input: { roomId, inputData, outputData } })
}
