import type { HttpRequest } from '../attackers/tactic.js'
import type { World } from '../world.js'

interface ListRequest {
  readonly request: (world: World) => HttpRequest
  /** The answer has megabytes: many clients leave it unread for longer. */
  readonly isLarge: boolean
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const get = (path: string, headers: Readonly<Record<string, string>> = {}): HttpRequest => ({
  method: 'GET',
  path,
  headers,
})
const load = (folder: string, guestId: string, id: string): HttpRequest => ({
  method: 'POST',
  path: `/doclog/${folder}/load_log`,
  body: JSON.stringify({ user_id: guestId, id }),
})

const large = (request: ListRequest['request']): ListRequest => ({ request, isLarge: true })
const small = (request: ListRequest['request']): ListRequest => ({ request, isLarge: false })

/** The request of each REST row that answers with a list, by operation id. */
export const listRequests: Readonly<Record<string, ListRequest | undefined>> = {
  listCharacters: large(() => get('/api/characters')),
  listMyCharacters: large(({ mallory }) => get('/api/characters/my', bearer(mallory.token))),
  listOfficeRoomLog: large(({ roomId }) => get(`/api/officerooms/${roomId}/logs`)),
  listChatRoomLog: large(({ chatRoomId }) => get(`/api/rooms/chatrooms/${chatRoomId}/logs`)),
  loadOfficeLog: large(({ guestId, roomId }) => load('office', guestId, roomId)),
  loadChatbotLog: large(({ guestId, chatRoomId }) => load('chatbot', guestId, chatRoomId)),
  listRooms: large(({ mallory }) => get('/api/rooms', bearer(mallory.token))),
  listAlternatives: large(({ mallory, alternativesRoomId }) =>
    get(`/api/rooms/${alternativesRoomId}/logs/1/alternatives`, bearer(mallory.token)),
  ),
  chooseAlternative: large(({ mallory, alternativesRoomId }) => ({
    method: 'PUT',
    path: `/api/rooms/${alternativesRoomId}/logs/2/alternatives`,
    headers: bearer(mallory.token),
    body: '{"number":20}',
  })),
  searchEntries: large(({ mallory }) => get('/api/search?query=x', bearer(mallory.token))),
  listReplyModels: small(({ mallory }) => get('/api/models', bearer(mallory.token))),
  // no provider is configured
  listProviders: small(() => get('/api/auth/providers')),
  listAllCharacters: large(() => get('/api/admin/characters')),
  listSessions: small(({ mallory }) => get('/api/auth/sessions', bearer(mallory.token))),
  listApiKeys: small(({ mallory }) => get('/api/auth/api-keys', bearer(mallory.token))),
  // each is the same key, or none: Mallory has as many as an account can have
  createApiKey: small(({ mallory }) => ({
    method: 'POST',
    path: '/api/auth/api-keys',
    headers: bearer(mallory.token),
    body: JSON.stringify({ name: 'one more' }),
  })),
  updateApiKey: small(({ mallory }) => ({
    method: 'PUT',
    path: '/api/auth/api-keys/1',
    headers: bearer(mallory.token),
    body: JSON.stringify({ scopes: ['v1'] }),
  })),
  readUsage: small(({ mallory }) => get('/api/users/usage', bearer(mallory.token))),
  listModels: small(({ mallory }) => get('/v1/models', bearer(mallory.apiKey))),
  readModel: small(({ mallory }) => get('/v1/models/local', bearer(mallory.apiKey))),
  listUsers: small(({ admin }) => get('/api/users', bearer(admin.token))),
  listTables: small(({ admin }) => get('/sqldb/tables', bearer(admin.token))),
  listStoredUsers: small(({ admin }) => get('/sqldb/users', bearer(admin.token))),
  readUserStats: small(() => get('/api/admin/users/stats')),
  readPerformance: small(() => get('/performance')),
  createChatCompletion: small(({ mallory }) => ({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: bearer(mallory.apiKey),
    body: '{"model":"Local","messages":[{"role":"user","content":"Hello"}]}',
  })),
}
