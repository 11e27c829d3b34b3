import type { Cases } from './endpoint-cases.js'
import { at, password } from './person.js'
import type { World } from './endpoint-cases.js'

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
  deleteUser: {
    204: async ({ app }) => {
      const leaving = await app.person('leaving')
      return { by: leaving, path: { id: leaving.id } }
    },
    403: ({ eve }) => ({ path: { id: eve.id } }),
    404: ({ administrator }) => ({ by: administrator, path: { id: '987654321' } }),
  },
  updateProfile: {
    200: async ({ app }) => ({ by: await app.person('renamed'), body: {} }),
    400: ({ eve }) => ({ body: { username: eve.username } }),
  },
  updateMembership: {
    200: { body: { membershipType: 'VIP' } },
    400: { body: { membershipType: 'GOLD' } },
    403: 'test/profile.test.ts',
  },
  ...socialCases('A'),
  ...socialCases('B'),
  ...socialCases('C'),
  listCharacters: { 200: { query: '?limit=1' } },
  listMyCharacters: { 200: { query: '?limit=1' } },
  createCharacter: {
    200: { body: { name: 'Grace' }, again: { name: 'Ada' } },
    404: async (world) => {
      const request = { body: { name: 'Grace' }, headers: { 'idempotency-key': world.name() } }
      const { body } = await world.ada.rest('POST', '/api/characters', request.body, request.headers)
      await world.ada.rest('DELETE', `/api/characters/${String((body as { data: { id: number } }).data.id)}`)
      return request
    },
  },
  updateCharacter: {
    200: async (world) => ({ path: { id: await world.character() }, body: { greeting: 'Ahoy' } }),
    403: async (world) => ({ by: world.eve, path: { id: await world.character() }, body: {} }),
    404: { path: { id: '987654321' }, body: {} },
  },
  setAccessLevel: {
    200: async (world) => ({
      by: world.administrator,
      path: { id: await world.character() },
      body: { accessLevel: false },
    }),
    403: async (world) => ({ path: { id: await world.character() }, body: { accessLevel: true } }),
    404: ({ administrator }) => ({ by: administrator, path: { id: '987654321' }, body: { accessLevel: true } }),
  },
  deleteCharacter: {
    204: async (world) => ({ path: { id: await world.character() } }),
    403: async (world) => ({ by: world.eve, path: { id: await world.character() } }),
    404: { path: { id: '987654321' } },
  },
  setLike: {
    200: async (world) => ({ path: { characterId: await world.character() }, body: { action: 'like' } }),
    400: { path: { characterId: '1' }, body: { action: 'hate' } },
    404: { path: { characterId: '987654321' }, body: { action: 'like' } },
  },
  ...roomCases('Chat', 'chat'),
  ...roomCases('Office', 'office'),
  isReady: { 503: 'test/openapi.test.ts' },
}

/** The app of these cases has no provider configured. */
function socialCases(place: string): Cases {
  const elsewhere = 'test/social-login.test.ts'
  return {
    [`socialLogin${place}`]: { 200: elsewhere, 401: elsewhere, 429: elsewhere, 503: { body: { code: 'code' } } },
  }
}

function roomCases(kind: 'Chat' | 'Office', word: 'chat' | 'office'): Cases {
  const own = async (world: World) => ({ path: { id: await world.room(word) } })
  const missing = { path: { id: nowhere } }
  const rooms = `/api/rooms/${word}rooms`
  return {
    [`create${kind}Room`]: {
      200: { body: { room_name: 'Bridge' }, again: { room_name: 'Galley' } },
      400: async (world) => ({ body: { room_id: await world.room(word) } }),
      403: ({ eve }) => ({ body: { user_id: eve.id } }),
      404: async (world) => {
        const request = { body: { room_name: 'Bridge' }, headers: { 'idempotency-key': world.name() } }
        const { body } = await world.ada.rest('POST', rooms, request.body, request.headers)
        await world.ada.rest('DELETE', `${rooms}/${at(body, 'room_id')}`)
        return request
      },
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
