import type { Case, Cases, World } from './endpoint-cases.js'
import { password } from './person.js'
import { noise } from './pictures.js'

const nowhere = '00000000-0000-4000-8000-000000000000'
const turn = { input_data: 'Hello', output_data: 'Ahoy' }

const account = (username: string) => ({
  username,
  email: `${username}@example.com`,
  password,
  eulaAgreed: true,
  privacyAgreed: true,
})

export const applicationCases: Cases = {
  register: {
    200: (world) => ({ body: account(world.name()) }),
    400: ({ ada }) => ({ body: account(ada.username) }),
  },
  login: {
    200: ({ ada }) => ({ body: { email: `${ada.username}@example.com`, password } }),
    401: { body: { email: 'nobody@example.com', password } },
  },
  listCharacters: { 200: { query: '?limit=1' } },
  listMyCharacters: { 200: { query: '?limit=1' } },
  createCharacter: { 200: { body: { name: 'Grace' }, again: { name: 'Ada' } } },
  setLike: {
    200: async (world) => ({ path: { characterId: await world.character() }, body: { action: 'like' } }),
    400: { path: { characterId: '1' }, body: { action: 'hate' } },
    404: { path: { characterId: '987654321' }, body: { action: 'like' } },
  },
  storeImage: {
    200: async () => ({
      form: { image: await noise(4, 3).png().toBuffer() },
      again: { image: await noise(5, 3).png().toBuffer() },
    }),
    422: { form: { image: Buffer.alloc(0) }, headers: { 'idempotency-key': 'k'.repeat(256) } },
  },
  readImage: {
    200: image,
    206: async (world) => ({ ...(await image(world)), headers: { range: 'bytes=0-3' } }),
    304: async (world) => {
      const id = await world.image()
      // without a word about caches fetch would ask for an answer that no cache has seen
      return { query: `?id=${id}`, headers: { 'if-none-match': `"${id}"`, 'cache-control': 'max-age=0' } }
    },
    404: { query: '?id=none' },
    416: async (world) => ({ ...(await image(world)), headers: { range: 'bytes=99999-' } }),
  },
  ...roomCases('Chat', 'chat'),
  ...roomCases('Office', 'office'),
}

async function image(world: World): Promise<Case> {
  return { query: `?id=${await world.image()}` }
}

function roomCases(kind: 'Chat' | 'Office', word: 'chat' | 'office'): Cases {
  const own = async (world: World) => ({ path: { id: await world.room(word) } })
  const missing = { path: { id: nowhere } }
  return {
    [`create${kind}Room`]: {
      200: { body: { room_name: 'Bridge' }, again: { room_name: 'Galley' } },
      400: async (world) => ({ body: { room_id: await world.room(word) } }),
      403: ({ eve }) => ({ body: { user_id: eve.id } }),
      404: { body: { character_id: '987654321' } },
    },
    [`delete${kind}Room`]: { 204: own, 404: missing },
    [`list${kind}RoomLog`]: { 200: own, 404: missing },
    [`write${kind}RoomLog`]: {
      200: async (world) => ({ ...(await own(world)), body: turn, again: { input_data: 'Other' } }),
      404: { ...missing, body: turn },
    },
    [`delete${kind}RoomEntry`]: {
      200: async (world) => ({ ...(await own(world)), query: '?index=1' }),
      404: { ...missing, query: '?index=1' },
    },
  }
}
