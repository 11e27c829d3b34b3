import type { Case, Cases, World } from './endpoint-cases.js'
import { eventsIn } from '../http/sse.js'

const nowhere = '00000000-0000-4000-8000-000000000000'
const unknown: Case = { path: { id: nowhere } }

/** A generation of Ada in a new room: a room has one reply at a time. */
const own = async ({ ada }: World) => ({ path: { id: await ada.say(await ada.room()) } })

/** The answers of the replies rows. */
export const replyCases: Cases = {
  listReplyModels: { 200: {}, 401: 'tested elsewhere' },
  sendMessage: {
    202: async ({ ada }) => ({ body: { roomId: await ada.room(), text: 'Hello' }, again: { text: 'Goodbye' } }),
    403: 'tested elsewhere',
    404: { body: { roomId: nowhere, text: 'Hello' } },
    429: 'tested elsewhere',
    503: 'tested elsewhere',
  },
  readGeneration: { 200: own, 404: unknown },
  cancelGeneration: { 200: own, 404: unknown },
  followGeneration: {
    200: own,
    204: async (world) => {
      const { path } = await own(world)
      const { text } = await world.ada.rest('GET', `/generations/${path.id}/stream`)
      return { path, headers: { 'last-event-id': eventsIn(text).at(-1)?.id ?? '' } }
    },
    404: unknown,
    422: async (world) => ({ ...(await own(world)), query: '?after=nonsense' }),
    429: 'tested elsewhere',
    500: 'without its database',
    503: 'without its database',
  },
}
