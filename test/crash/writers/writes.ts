import { z } from 'zod'
import { chunk, noise, withCard } from '../../support/images/pictures.js'
import type { RestAnswer } from '../../support/app/person.js'
import { Write, type Request } from './write.js'

/** The target and the content of a write: no other write contains `name`. */
export interface WriteRequest {
  readonly name: string
  readonly key: string | undefined
  readonly api: 'graphql' | 'rest' | 'chatLog'
}

type Input = Readonly<Record<string, unknown>>
/** The same write through each API, made from its input. */
interface Apis {
  readonly graphql: (input: Input) => Request
  readonly rest: (input: Input) => Request
  /** For the chat-log service; most writes have none. */
  readonly chatLog?: (input: Input) => Request
}

export const graphql = (query: string, variables: Input): Request => ({
  method: 'POST',
  path: '/graphql',
  body: { query, variables },
})

/** A request, and with a key its altered twin. */
function requests(apis: Apis, { key, api }: WriteRequest, input: Input, other: Input) {
  const request = (body: Input): Request => {
    const make = apis[api] ?? apis.rest
    if (key === undefined) return make(body)
    if (api === 'graphql') return make({ ...body, idempotencyKey: key })
    return { ...make(body), headers: { 'idempotency-key': key } }
  }
  return { request: request(input), ...(key === undefined ? {} : { altered: request({ ...input, ...other }) }) }
}

/** The text or number at a path of the answer's body. */
const at =
  (...keys: string[]) =>
  ({ body }: RestAnswer): string => {
    const inner = keys.reduce<unknown>((value, key) => z.record(z.string(), z.unknown()).parse(value)[key], body)
    return String(z.union([z.string(), z.number()]).parse(inner))
  }

const createCharacter = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'

export function characterWrite(request: WriteRequest): Write {
  const apis: Apis = {
    graphql: (input) => graphql(createCharacter, { input }),
    rest: (body) => ({ method: 'POST', path: '/api/characters', body }),
  }
  const input = { name: request.name, greeting: 'Ahoy', context: `I am ${request.name}` }
  const result = request.api !== 'graphql' ? at('data', 'id') : at('data', 'createCharacter', 'character', 'id')
  return new Write({
    noun: 'character',
    name: request.name,
    ...requests(apis, request, input, { greeting: 'Else' }),
    result,
  })
}

const picture = await noise(8, 6).png().toBuffer()

/** A character with an image, sent as a form: stores a file, its row and the character. */
export function portraitWrite({ name, key }: Omit<WriteRequest, 'api'>): Write {
  const form = (input: Input): Request => {
    const body = new FormData()
    for (const [field, value] of Object.entries(input)) body.set(field, String(value))
    body.set('image', new Blob([new Uint8Array(picture)]), 'portrait.png')
    return { method: 'POST', path: '/api/characters', body }
  }
  const input = { name, greeting: 'Ahoy', context: `I am ${name}` }
  const apis = { graphql: form, rest: form }
  const both = requests(apis, { name, key, api: 'rest' }, input, { greeting: 'Else' })
  return new Write({ noun: 'character', name, files: 1, ...both, result: at('data', 'id') })
}

const importCharacter =
  'mutation ($input: ImportCharacterInput!) { importCharacter(input: $input) { character { id imageUrl } } }'

/** A character from a card in a PNG: stores two files, the row of one, the character, its lorebook and the rest of the card. */
export function cardWrite(request: WriteRequest): Write {
  const { name } = request
  const asset = chunk('tEXt', `chara-ext-asset_:0\0${Buffer.from(name).toString('base64')}`)
  const fileOf = (greeting: string) => {
    const book = { entries: [{ keys: ['ship'], content: `lore of ${name}` }] }
    const file = withCard(picture, { name, first_mes: greeting, creator: name, character_book: book })
    return Buffer.concat([file.subarray(0, 33), asset, file.subarray(33)]).toString('base64')
  }
  const apis: Apis = {
    graphql: (input) => graphql(importCharacter, { input }),
    rest: ({ card }) => {
      const body = new FormData()
      body.set('card', new Blob([new Uint8Array(Buffer.from(String(card), 'base64'))]), 'card.png')
      return { method: 'POST', path: '/api/characters/cards', body }
    },
  }
  const result = request.api === 'graphql' ? at('data', 'importCharacter', 'character', 'id') : at('id')
  const both = requests(apis, request, { card: fileOf('Ahoy') }, { card: fileOf('Else') })
  return new Write({ noun: 'character', name, files: 2, ...both, result })
}

/** The image in the answer to a write with a picture. */
export function imageOf({ answer }: Write): string | undefined {
  return /\/thumbnail\?id=([\w-]+)/.exec(answer?.text ?? '')?.[1]
}

const createOfficeRoom = 'mutation ($input: OfficeRoomInput) { createOfficeRoom(input: $input) { room { id } } }'
const createChatRoom = 'mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id } } }'

export function roomWrite(request: WriteRequest, characterId: string | undefined): Write {
  const isChat = characterId !== undefined
  const apis: Apis = {
    graphql: (input) => graphql(isChat ? createChatRoom : createOfficeRoom, { input }),
    rest: ({ name, characterId: id }) => ({
      method: 'POST',
      path: `/api/rooms/${isChat ? 'chatrooms' : 'officerooms'}`,
      body: { room_name: name, ...(id === undefined ? {} : { character_id: id }) },
    }),
  }
  const input = { name: request.name, ...(isChat ? { characterId } : {}) }
  const mutation = isChat ? 'createChatRoom' : 'createOfficeRoom'
  const result = request.api !== 'graphql' ? at('room_id') : at('data', mutation, 'room', 'id')
  const altered = { name: `${request.name} altered` }
  return new Write({
    noun: 'room',
    name: request.name,
    characterId,
    ...requests(apis, request, input, altered),
    result,
  })
}

export interface LogRoom {
  readonly id: string
  readonly kind: 'chat' | 'office'
  /** The user id of the room in the chat-log service. */
  readonly userId: string
  readonly characterId: string | undefined
}

/** The folder of a room's kind in the chat-log service. */
export const folderOf = ({ kind }: LogRoom) => (kind === 'chat' ? '/doclog/chatbot' : '/doclog/office')
export const keyOf = ({ userId, id }: LogRoom) => ({ user_id: userId, id })

const saveLogEntry = 'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index } } }'

export function entryWrite(request: WriteRequest, room: LogRoom): Write {
  const roomId = room.id
  const apis: Apis = {
    graphql: (input) => graphql(saveLogEntry, { input: { ...input, roomId } }),
    rest: ({ inputData, outputData }) => ({
      method: 'PUT',
      path: `/api/rooms/${room.kind}rooms/${roomId}/logs`,
      body: { input_data: inputData, output_data: outputData },
    }),
    chatLog: ({ inputData, outputData }) => ({
      method: 'PUT',
      path: `${folderOf(room)}/save_log`,
      body: { ...keyOf(room), input_data: inputData, output_data: outputData, img_url: storedImage },
    }),
  }
  const input = { inputData: request.name, outputData: `re: ${request.name}` }
  const saved = at('data', 'saveLogEntry', 'entry', 'index')
  // the documented answers contain only the room
  const results = { graphql: saved, rest: ({ text }: RestAnswer) => text, chatLog: at('Result') }
  const target = request.api === 'chatLog' ? 'chatLog' : 'app'
  const altered = { outputData: 'altered' }
  const both = requests(apis, request, input, altered)
  return new Write({ noun: 'entry', name: request.name, roomId, target, ...both, result: results[request.api] })
}

/** In the documented form, on the host that the server accepts. */
export const storedImage = 'https://img.example/thumbnail?id=a'

const sendMessage = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'

export function messageWrite(request: Omit<WriteRequest, 'api'>, { id: roomId }: LogRoom): Write {
  const say = (input: Input) => graphql(sendMessage, { input })
  const input = { roomId, text: request.name }
  const result = at('data', 'sendMessage', 'generation', 'id')
  const both = requests({ graphql: say, rest: say }, { ...request, api: 'graphql' }, input, { text: 'altered' })
  return new Write({ noun: 'message', name: request.name, roomId, ...both, result })
}
