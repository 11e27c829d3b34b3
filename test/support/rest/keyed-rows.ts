import { formOf } from './endpoint-cases.js'
import { at, type Person, type RestAnswer } from '../app/person.js'
import { noise } from '../images/pictures.js'

const picture = await noise(4, 3).png().toBuffer()
const card = '{"name":"Mara","first_mes":"Ahoy"}'
const otherPicture = await noise(5, 3).png().toBuffer()

type Send = (by: Person, key: string) => Promise<RestAnswer>

/** A creation on separate data: the same request in two spellings, a different one, and the removal of the result. */
export interface Act {
  readonly first: Send
  readonly respelled: Send
  readonly other: Send
  /** Removes the object of the answer. */
  readonly remove: (by: Person, answer: RestAnswer) => Promise<RestAnswer>
}

export interface Row {
  readonly name: string
  /** The answer of a retry after the removal. */
  readonly afterwards: 404 | 'the same'
  readonly prepare: (by: Person) => Promise<Act>
}

export const idempotent = (key: string) => ({ 'Idempotency-Key': key })
const json =
  (method: string, path: string, body: object): Send =>
  (by, key) =>
    by.rest(method, path, body, idempotent(key))
const form =
  (path: string, parts: Readonly<Record<string, string | Buffer>>): Send =>
  (by, key) =>
    by.rest('POST', path, formOf(parts), idempotent(key))

function roomRow(kind: 'chat' | 'office'): Row {
  const path = `/api/rooms/${kind}rooms`
  return {
    name: `POST ${path}`,
    afterwards: 404,
    prepare: async (by) => ({
      first: json('POST', path, { room_name: 'Bridge', user_id: by.id }),
      respelled: json('POST', `/api/${kind}rooms`, { userid: Number(by.id), characterId: null, roomName: 'Bridge' }),
      other: json('POST', path, { room_name: 'Galley', user_id: by.id }),
      remove: (owner, { body }) => owner.rest('DELETE', `${path}/${at(body, 'room_id')}`),
    }),
  }
}

function logRow(kind: 'chat' | 'office'): Row {
  return {
    name: `PUT /api/rooms/${kind}rooms/{id}/logs`,
    afterwards: 404,
    prepare: async (by) => {
      const roomId = await by.room(kind)
      const path = `/api/rooms/${kind}rooms/${roomId}/logs`
      return {
        first: json('PUT', path, { input_data: 'Hello', output_data: 'Ahoy' }),
        respelled: json('PUT', `/api/${kind}rooms/${roomId.toUpperCase()}/logs`, {
          outputData: 'Ahoy',
          img_url: null,
          inputData: 'Hello',
        }),
        other: json('PUT', path, { input_data: 'Hello', output_data: 'Avast' }),
        remove: (owner) => owner.rest('DELETE', `${path}?index=1`),
      }
    },
  }
}

const characters = '/api/characters'
const deleteCharacter: Act['remove'] = (owner, { body }) =>
  owner.rest('DELETE', `${characters}/${String((body as { data: { id: number } }).data.id)}`)

/** All creations of the application service that accept an `Idempotency-Key`. */
export const rows: readonly Row[] = [
  {
    name: 'POST /api/characters',
    afterwards: 404,
    prepare: async () => ({
      first: json('POST', characters, { name: 'Mara', greeting: 'Ahoy', accessLevel: true }),
      respelled: form(characters, { access_level: 'true', greeting: 'Ahoy', character_name: 'Mara' }),
      other: json('POST', characters, { name: 'Mara', greeting: 'Avast', accessLevel: true }),
      remove: deleteCharacter,
    }),
  },
  {
    name: 'POST /api/characters with a file',
    afterwards: 404,
    prepare: async () => ({
      first: form(characters, { name: 'Mara', image: picture }),
      respelled: form(characters, { image: picture, character_name: 'Mara' }),
      other: form(characters, { name: 'Mara', image: otherPicture }),
      remove: deleteCharacter,
    }),
  },
  {
    name: 'POST /api/characters/cards',
    afterwards: 404,
    prepare: async () => ({
      first: form(`${characters}/cards`, { card, accessLevel: 'false' }),
      respelled: form(`${characters}/cards`, { access_level: '0', card: Buffer.from(card) }),
      other: form(`${characters}/cards`, { card }),
      remove: (owner, { body }) => owner.rest('DELETE', `${characters}/${String((body as { id: number }).id)}`),
    }),
  },
  {
    name: 'POST /images',
    // the retry uploads the image again
    afterwards: 'the same',
    prepare: async () => ({
      first: form('/images', { image: picture }),
      respelled: form('/images', { file: picture }),
      other: form('/images', { image: otherPicture }),
      remove: async (by, { body }) => {
        const made = await by.rest('POST', characters, { name: 'Mara', imageUrl: at(body, 'url') })
        return deleteCharacter(by, made)
      },
    }),
  },
  roomRow('chat'),
  roomRow('office'),
  logRow('chat'),
  logRow('office'),
]
