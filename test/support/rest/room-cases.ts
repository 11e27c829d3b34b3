import { at } from '../app/person.js'
import type { Cases, World } from './endpoint-cases.js'

export const mostGuestRooms = 3
export const mostGuestEntries = 3
export const mostSharedReads = 20
const nowhere = '00000000-0000-4000-8000-000000000000'
const turn = { input_data: 'Hello', output_data: 'Ahoy' }

function casesOf(kind: 'Chat' | 'Office', word: 'chat' | 'office'): Cases {
  const own = async (world: World) => ({ path: { id: await world.room(word) } })
  const unknown = { path: { id: nowhere } }
  return {
    [`create${kind}Room`]: {
      200: { body: { room_name: 'Bridge' }, again: { room_name: 'Galley' } },
      400: async (world) => ({ body: { room_id: await world.room(word) } }),
      403: ({ eve }) => ({ body: { user_id: eve.id } }),
      404: (world) => world.retryOfDeleted(`/api/rooms/${word}rooms`, { room_name: 'Bridge' }, ['room_id']),
      429: async (world) => {
        const guest = guestOf(world)
        for (let rooms = 0; rooms < mostGuestRooms; rooms += 1) await guestRoom(guest, word)
        return { ...guest, body: { user_id: 'guest' } }
      },
    },
    [`delete${kind}Room`]: { 204: own, 404: unknown },
    [`list${kind}RoomLog`]: { 200: own, 404: unknown },
    [`write${kind}RoomLog`]: {
      200: async (world) => ({ ...(await own(world)), body: turn, again: { input_data: 'Other' } }),
      404: { ...unknown, body: turn },
      429: async (world) => {
        const guest = guestOf(world)
        const id = await guestRoom(guest, word)
        const write = () => guest.by.rest('PUT', `/api/rooms/${word}rooms/${id}/logs`, turn, guest.headers)
        for (let entries = 0; entries < mostGuestEntries; entries += 1) await write()
        return { ...guest, path: { id }, body: turn }
      },
    },
    [`delete${kind}RoomEntry`]: {
      200: async (world) => ({ ...(await own(world)), query: '?index=1' }),
      404: { ...unknown, query: '?index=1' },
      409: 'tested elsewhere',
    },
  }
}

const recordCases: Cases = {
  listRooms: { 200: { query: '?limit=1&order=last_changed&archived=all&kind=office&pinned=false' } },
  readRoom: {
    200: async (world) => ({ path: { id: await world.room('chat') } }),
    404: { path: { id: nowhere } },
  },
  createRoomExportLink: {
    200: async (world) => ({
      path: { id: await world.room('office') },
      body: { format: 'MARKDOWN', time_zone: 'UTC' },
    }),
    403: async (world) => ({
      path: { id: nowhere },
      body: { format: 'MARKDOWN' },
      headers: await world.apiKey(),
    }),
    404: { path: { id: nowhere }, body: { format: 'JSON' } },
  },
  downloadRoom: {
    200: async (world) => {
      const { body } = await world.ada.rest('POST', `/api/rooms/${await world.room('office')}/export`, {
        format: 'JSON',
      })
      return { query: new URL(at(body, 'url')).search }
    },
    404: { query: '?token=none' },
  },
  showSharedConversation: {
    200: async (world) => {
      const roomId = await world.room('office')
      const answer = await world.ada.data(
        'mutation ($id: ID!) { createShareLink(roomId: $id) { shareLink { url } } }',
        { id: roomId },
      )
      return { query: new URL(at(answer, 'createShareLink', 'shareLink', 'url')).search }
    },
    404: { query: '?token=none' },
    429: async (world) => {
      const headers = { 'x-forwarded-for': '203.0.113.77' }
      const request = () => world.stranger.rest('GET', '/shared?token=none', undefined, headers)
      await Promise.all(Array.from({ length: mostSharedReads }, request))
      return { by: world.stranger, query: '?token=none', headers }
    },
  },
  setRoomPinned: {
    200: async (world) => ({ path: { id: await world.room('office') }, body: { pinned: true } }),
    404: { path: { id: nowhere }, body: { pinned: true } },
  },
  markRoomRead: {
    200: async (world) => ({ path: { id: await world.room('office') }, body: { up_to: 1 } }),
    404: { path: { id: nowhere }, body: {} },
  },
  updateRoom: {
    200: async (world) => ({
      path: { id: await world.room('office') },
      body: { room_name: 'Deck', instructions: 'Be brief.', sampling: { top_p: 0.5 }, archived: true },
    }),
    403: 'tested elsewhere',
    404: { path: { id: nowhere }, body: {} },
    429: async (world) => {
      const guest = guestOf(world)
      const id = await guestRoom(guest, 'office')
      const body = { room_name: 'Deck' }
      const write = () => guest.by.rest('PUT', `/api/rooms/${id}`, body, guest.headers)
      for (let changes = 0; changes < mostGuestEntries; changes += 1) await write()
      return { ...guest, path: { id }, body }
    },
  },
}

function entryCases(): Cases {
  const own = async (world: World) => ({ path: { id: await world.room('office'), index: '1' } })
  const unknown = { path: { id: nowhere, index: '1' } }
  const choice = { number: 1 }
  const again = { expected_version: 7 }
  return {
    listAlternatives: { 200: own, 404: unknown },
    chooseAlternative: {
      200: async (world) => ({ ...(await own(world)), body: choice, again }),
      404: { ...unknown, body: choice },
      429: async (world) => {
        const guest = guestOf(world)
        const id = await guestRoom(guest, 'office')
        const write = () => guest.by.rest('PUT', `/api/rooms/officerooms/${id}/logs`, turn, guest.headers)
        for (let entries = 0; entries < mostGuestEntries; entries += 1) await write()
        return { ...guest, path: { id, index: '1' }, body: choice }
      },
    },
    regenerate: {
      202: async (world) => ({ ...(await own(world)), body: {}, again }),
      403: 'tested elsewhere',
      404: { ...unknown, body: {} },
      429: 'tested elsewhere',
      503: 'tested elsewhere',
    },
    continueReply: {
      202: async (world) => ({ ...(await own(world)), body: {}, again }),
      403: 'tested elsewhere',
      404: { ...unknown, body: {} },
      429: 'tested elsewhere',
      503: 'tested elsewhere',
    },
    cutLog: {
      // the first request removes nothing
      204: async (world) => ({ ...(await own(world)), body: { from_index: 2 }, again: { from_index: 1, ...again } }),
      404: { ...unknown, body: { from_index: 1 } },
    },
  }
}

/** A caller without an account, at an address of its own. */
function guestOf(world: World) {
  return { by: world.stranger, headers: { 'x-forwarded-for': world.address() } }
}

async function guestRoom({ by, headers }: ReturnType<typeof guestOf>, word: 'chat' | 'office'): Promise<string> {
  const { body } = await by.rest('POST', `/api/rooms/${word}rooms`, { user_id: 'guest' }, headers)
  return at(body, 'room_id')
}

/** The answers of the rows of rooms and of their logs. */
export const roomCases: Cases = {
  ...casesOf('Chat', 'chat'),
  ...casesOf('Office', 'office'),
  ...recordCases,
  ...entryCases(),
}
