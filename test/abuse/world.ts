import { cpSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorSocket } from '../../src/config/data-folder/operator-socket.js'
import { limits } from '../../src/limits.js'
import { CreateAdminDocument } from '../../rest-facade/operations/service-operations.generated.js'
import { askAt } from '../../tools/operator/ask.js'
import { codeOf } from '../support/accounts/authenticator-app.js'
import { noLimits } from '../support/app/many-people.js'
import { at, password, Person } from '../support/app/person.js'
import { readFile } from '../support/files/uploads.js'
import { noise } from '../support/images/pictures.js'
import { Server } from './server.js'

/** The data that the attackers and the ordinary client find in the data folder. */
export interface World {
  readonly dataDir: string
  /** The ordinary client. */
  readonly ann: Member
  /** A room of ann with a few entries, and rooms for her messages. */
  readonly smallRoomId: string
  readonly messageRoomIds: readonly string[]
  /** An attacker with an account that has the maximum of everything. */
  readonly mallory: Member & { readonly apiKey: string }
  readonly admin: Member
  /** The address of an account with a second factor. */
  readonly protectedEmail: string
  /** Rooms without an owner: 60 MB and 20 MB of entries of 1 MB. */
  readonly guestId: string
  readonly largeRoomId: string
  readonly roomId: string
  /** The same 20 MB in a room with a character. */
  readonly chatRoomId: string
  /** An empty room without an owner. */
  readonly emptyRoomId: string
  /** Ten entries with as many and as long replies as allowed. */
  readonly alternativesRoomId: string
  /** A room of mallory: thirty entries of 240 kB with all pairs of `알바다`, but never side by side. */
  readonly pairsRoomId: string
  /** Forty generations with long replies, and with as many files in each message as allowed, which have long names. */
  readonly generationsRoomId: string
  readonly generationId: string
  readonly imageId: string
  /** A character of mallory with that image. */
  readonly picturedId: string
}

interface Member {
  readonly id: string
  readonly token: string
}

const megabyte = 1_000_000
const dayMs = 86_400_000
const longReply = 'long reply '.repeat(8_000)
const guestId = 'guest-who-attacks'

/** Fills a new data folder through the listeners of a server without rate limits. */
export async function createWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-abuse-'))
  const model = `scripted:?${new URLSearchParams({ chunks: '4', delayMs: '1', reply: longReply }).toString()}`
  const server = await Server.start({ dataDir, env: { RATE_LIMITS: noLimits, LOCAL_MODEL: model } })
  try {
    const url = `http://127.0.0.1:${String(server.port('app'))}`
    const [ann, mallory] = [await Person.register(url, 'ann'), await Person.register(url, 'mallory')]
    const stranger = new Person(url)
    const largeRoomId = await guestRoom(stranger, 'officerooms', 60)
    const alternativesRoomId = await mallory.room()
    for (let entry = 0; entry < 10; entry += 1) await fillAlternatives(mallory, alternativesRoomId)
    const characters = await createCharacters(mallory, 100)
    for (const characterId of characters) {
      await createChatRoom(mallory, characterId)
      must(await mallory.rest('POST', `/api/characters/${characterId}/like`, { action: 'like' }))
    }
    const pairsRoomId = await mallory.room()
    for (let entry = 0; entry < 30; entry += 1) await save(mallory, pairsRoomId, '알바 바다 漢字'.repeat(12_000))
    const generationsRoomId = await mallory.room()
    const attachments = await uploadFiles(mallory, limits.attachments)
    const generationId = await createGenerations(mallory, generationsRoomId, { count: 40, attachments })
    const smallRoomId = await ann.room()
    for (let entry = 0; entry < 20; entry += 1) await save(ann, smallRoomId, 'a short reply')
    await createCharacters(ann, 3, 100)
    const imageId = await uploadImage(mallory)
    const admin = await createAdmin(url, dataDir)
    await fillConsole(new Person(url, admin.id, 'admin', admin.token), 100)
    return {
      dataDir,
      ann: memberOf(ann),
      smallRoomId,
      messageRoomIds: await Promise.all(Array.from({ length: 20 }, () => ann.room())),
      mallory: { ...memberOf(mallory), apiKey: await createApiKeys(mallory, 50) },
      admin,
      protectedEmail: await createProtected(url),
      guestId,
      largeRoomId,
      roomId: await guestRoom(stranger, 'officerooms', 20),
      chatRoomId: await guestRoom(stranger, 'chatrooms', 20),
      emptyRoomId: await guestRoom(stranger, 'officerooms', 0),
      alternativesRoomId,
      pairsRoomId,
      generationsRoomId,
      generationId,
      imageId,
      picturedId: await createCharacter(mallory, { name: 'Pictured', imageId }),
    }
  } finally {
    await server.kill()
  }
}

/** The same data in another folder, for a second server. No server may run on the world. */
export function copyOf(world: World): World {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-abuse-'))
  // what is not a file is the operator's socket of a server that was killed
  cpSync(world.dataDir, dataDir, { recursive: true, filter: (path) => !statSync(path).isSocket() })
  return { ...world, dataDir }
}

/** Entries of 1 MB each: the maximum of one request. */
async function guestRoom(stranger: Person, kind: 'officerooms' | 'chatrooms', entries: number): Promise<string> {
  const { body } = await stranger.rest('POST', `/api/rooms/${kind}`, { user_id: guestId })
  const roomId = at(body, 'room_id')
  const entry = { input_data: 'x', output_data: 'y'.repeat(megabyte) }
  for (let count = 0; count < entries; count += 1)
    must(await stranger.rest('PUT', `/api/rooms/${kind}/${roomId}/logs`, entry))
  return roomId
}

async function save(person: Person, roomId: string, outputData: string): Promise<number> {
  const mutation = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'
  const { saveLogEntry } = await person.data(mutation, { input: { roomId, inputData: 'x', outputData } })
  return (saveLogEntry as { entry: { index: number } }).entry.index
}

/** The shown reply and the one before it may have any length; the others may have 200,000 characters together. */
async function fillAlternatives(person: Person, roomId: string): Promise<void> {
  const index = await save(person, roomId, 'z'.repeat(190_000))
  const mutation = 'mutation ($input: UpdateLogEntryInput!) { updateLogEntry(input: $input) { entry { version } } }'
  for (const letter of ['a', 'b'])
    await person.data(mutation, { input: { roomId, index, inputData: 'x', outputData: letter.repeat(megabyte) } })
}

async function createCharacters(person: Person, count: number, length = 65_000): Promise<string[]> {
  const tags = Array.from({ length: 64 }, (_, number) => String(number).padStart(64, 't'))
  const texts = { greeting: 'g'.repeat(length), context: 'c'.repeat(length), alternateGreetings: ['a'.repeat(length)] }
  const input = { ...texts, tags }
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1)
    ids.push(await createCharacter(person, { ...input, name: `Character ${String(number)}` }))
  return ids
}

async function createCharacter(person: Person, input: object): Promise<string> {
  const mutation = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
  return at(await person.data(mutation, { input }), 'createCharacter', 'character', 'id')
}

/** A room whose texts have the maximum length. */
async function createChatRoom(person: Person, characterId: string): Promise<void> {
  const mutation = 'mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id } } }'
  const made = await person.data(mutation, { input: { characterId, name: 'n'.repeat(200) } })
  const id = at(made, 'createChatRoom', 'room', 'id')
  const change = 'mutation ($id: ID!, $input: UpdateRoomInput!) { updateRoom(id: $id, input: $input) { __typename } }'
  await person.data(change, { id, input: { instructions: 'i'.repeat(8_000) } })
}

async function createGenerations(
  person: Person,
  roomId: string,
  { count, attachments }: { readonly count: number; readonly attachments: readonly string[] },
): Promise<string> {
  let id = ''
  const query = 'query ($id: ID!) { generation(id: $id) { status } }'
  const mutation = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
  for (let number = 0; number < count; number += 1) {
    const sent = await person.data(mutation, { input: { roomId, text: 'Hello', attachments } })
    id = at(sent, 'sendMessage', 'generation', 'id')
    while (at(await person.data(query, { id }), 'generation', 'status') !== 'COMPLETED') continue
  }
  return id
}

/** Returns the text of the last key. */
async function createApiKeys(person: Person, count: number): Promise<string> {
  const mutation = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { text } }'
  const models = [
    'local',
    'character/*',
    ...Array.from({ length: 98 }, (_, number) => `character/${String(1e15 + number)}`),
  ]
  let text = ''
  for (let number = 0; number < count; number += 1)
    text = at(await person.data(mutation, { input: { name: 'n'.repeat(100), models } }), 'createApiKey', 'text')
  return text
}

async function createAdmin(url: string, dataDir: string): Promise<Member> {
  const account = { username: 'admin', email: 'admin@example.com', password }
  const { createAdmin: made } = await askAt(operatorSocket(dataDir))(CreateAdminDocument, { input: account })
  const { body: signedIn } = await new Person(url).rest('POST', '/api/users/login', account)
  return { id: made.admin.account.id, token: at(signedIn, 'token') }
}

/** Invitations and accounts whose texts have the maximum length, with the entries of the audit log. */
async function fillConsole(admin: Person, count: number): Promise<void> {
  const invite = 'mutation ($input: CreateInvitationInput!) { createInvitation(input: $input) { url } }'
  const create = 'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }'
  for (let number = 0; number < count; number += 1) {
    const domain = `@${String(number)}.example`
    const email = `${'e'.repeat(64)}${domain}`
    await admin.data(invite, { input: { email, expiresAt: new Date(Date.now() + 300 * dayMs).toISOString() } })
    await admin.data(create, { input: { username: `${'n'.repeat(88)}${domain}`, email } })
  }
}

async function createProtected(url: string): Promise<string> {
  const owner = await Person.register(url, 'protected')
  const { startTotp } = await owner.data('mutation { startTotp { challenge secret } }')
  const input = { challenge: at(startTotp, 'challenge'), code: codeOf(at(startTotp, 'secret'), Date.now()) }
  await owner.data('mutation ($input: AddTotpInput!) { addTotp(input: $input) { factor { id } } }', { input })
  return 'protected@example.com'
}

async function uploadImage(person: Person): Promise<string> {
  const form = new FormData()
  const picture = await noise(1_250, 1_250).png().toBuffer()
  form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'noise.png')
  return at(must(await person.rest('POST', '/images', form)).body, 'id')
}

/** The first file has the longest text, the others have a picture, which is missing in their text. */
async function uploadFiles(person: Person, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    const name = `${'가'.repeat(limits.fileNameLength - 10)}${number}.html`
    const text = number === 0 ? 'ppp '.repeat(1_000_000) : 'A picture: <img src="a.png"><video></video>'
    ids.push(await readFile(person, { name, bytes: Buffer.from(text), type: 'text/html' }))
  }
  return ids
}

function memberOf({ id, token = '' }: Person): Member {
  return { id, token }
}

function must<T extends { readonly status: number; readonly text: string }>(answer: T): T {
  if (answer.status >= 300) throw new Error(`the world cannot be made: ${String(answer.status)} ${answer.text}`)
  return answer
}
