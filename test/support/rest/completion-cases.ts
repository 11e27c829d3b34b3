import type { Cases, World } from './endpoint-cases.js'

const json = { 'content-type': 'application/json' } as const
const conversation = { model: 'local', messages: [{ role: 'user', content: 'Hello' }] }

/** Wrong keys from one address. */
const mostWrongKeys = 100

async function tooManyKeys({ stranger }: World) {
  const headers = { authorization: 'Bearer wrong', 'x-forwarded-for': '203.0.113.41' }
  await Promise.all(Array.from({ length: mostWrongKeys }, () => stranger.rest('GET', '/v1/models', undefined, headers)))
  return { headers }
}

const opened = (path: Readonly<Record<string, string>>, body?: unknown) => async (world: World) => ({
  path,
  headers: await world.key(),
  ...(body === undefined ? {} : { body }),
})

/** The answers of the `/v1` rows. */
export const completionCases: Cases = {
  listModels: {
    200: opened({}),
    429: tooManyKeys,
    500: 'without its database',
    503: 'without its database',
  },
  readModel: {
    200: opened({ model: 'local' }),
    404: opened({ model: 'nothing' }),
    429: async (world) => ({ ...(await tooManyKeys(world)), path: { model: 'local' } }),
    500: 'without its database',
    503: 'without its database',
  },
  createChatCompletion: {
    200: opened({}, conversation),
    400: opened({}, {}),
    404: opened({}, { ...conversation, model: 'nothing' }),
    413: async (world) => ({ body: 'x'.repeat(8 * 1_048_576 + 1), headers: { ...json, ...(await world.key()) } }),
    415: async (world) => ({ body: 'x', headers: { 'content-type': 'text/plain', ...(await world.key()) } }),
    429: async (world) => ({ ...(await tooManyKeys(world)), body: conversation }),
    500: 'without its database',
    502: 'tested elsewhere',
    503: 'without its database',
    504: 'tested elsewhere',
  },
}
