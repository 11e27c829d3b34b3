// The accounts of generated requests, and the data that is stored for them beforehand. Settings are text that is added
// to schemathesis.toml.
import { writeFileSync } from 'node:fs'

const password = 'correct horse battery'
/** The share of requests about rooms and entries that name an existing one. */
const probability = 0.7
const entries = [1, 2, 3]

/** Creates an account. `token` is valid until its session ends. */
export async function newAccount(url, username) {
  const email = `${username}@example.com`
  await send(`${url}/api/users/register`, { username, email, password, eulaAgreed: true, privacyAgreed: true })
  const { token } = await post(`${url}/api/users/login`, { email, password })
  return { username, email, token }
}

/**
 * Settings: every request is sent by the account `user`, which logs in again when its session has ended. Objects that
 * it reads by id must not be readable by the other `accounts`. A run whose requests are all refused because the login
 * failed is a failure.
 */
export function asAccount(user, accounts, path) {
  writeFileSync(path, JSON.stringify({ auth: accounts.map(loginOf) }))
  const names = accounts.map(({ username }) => username)
  const login = { path, user: user.username, ...(names.length > 1 ? { peers: names } : {}) }
  return [table('[auth.wfc]', login), table('[warnings]', { 'fail-on': ['missing_auth'] })].join('')
}

/** Settings: requests about rooms use rooms of the account, and never delete the rooms to which others write. */
export async function roomsOf(url, { token }) {
  const settings = [table('[dictionaries.entries]', { values: entries })]
  for (const kind of ['chat', 'office']) {
    const [kept, deleted] = [`${kind}Rooms`, `${kind}RoomsToDelete`]
    const rooms = await newRooms(url, { token, kind, count: 4 })
    for (const room of rooms) await writeEntries(`${url}/api/${kind}rooms/${room}/logs`, token)
    settings.push(
      table(`[dictionaries.${kept}]`, { values: rooms }),
      table(`[dictionaries.${deleted}]`, { values: await newRooms(url, { token, kind, count: 20 }) }),
      drawn({ 'include-path-regex': `/${kind}rooms/[^/]+/logs$` }, { 'path.id': kept, 'query.index': 'entries' }),
      drawn({ 'include-path-regex': `/${kind}rooms/[^/]+$` }, { 'path.id': deleted }),
    )
  }
  return [...settings, drawn({ 'include-operation-id': 'sendMessage' }, { 'body.roomId': 'chatRooms' })].join('')
}

/** Creates an API key of the account and returns its text. */
export async function newKey(url, { token }) {
  const { text } = await post(`${url}/api/auth/api-keys`, { name: 'schemathesis' }, { token })
  return text
}

/** Settings: requests use models that reply. */
export async function modelsFor(url, key) {
  const response = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
  const { data } = await response.json()
  return [
    table('[dictionaries.models]', { values: data.map(({ id }) => id) }),
    drawn(
      { 'include-operation-id': ['createChatCompletion', 'readModel'] },
      { 'body.model': 'models', 'path.model': 'models' },
    ),
  ].join('')
}

async function newRooms(url, { token, kind, count }) {
  const ids = []
  while (ids.length < count) {
    const { room_id: id } = await post(`${url}/api/${kind}rooms`, { room_name: 'a room' }, { token })
    ids.push(id)
  }
  return ids
}

async function writeEntries(url, token) {
  for (const number of entries) {
    const entry = { input_data: `question ${String(number)}`, output_data: 'an answer' }
    await send(url, entry, { token, method: 'PUT' })
  }
}

function loginOf({ username, email }) {
  const token = { extractFrom: 'body', extractSelector: '/token' }
  const sent = { sendIn: 'header', sendName: 'Authorization', sendTemplate: 'Bearer {token}' }
  const login = { verb: 'POST', endpoint: '/api/users/login', contentType: 'application/json' }
  const payloadRaw = JSON.stringify({ email, password })
  return { name: username, loginEndpointAuth: { ...login, payloadRaw, token: { ...token, ...sent } } }
}

function drawn(operations, dictionaries) {
  const parameters = Object.entries(dictionaries).map(
    ([name, dictionary]) => `"${name}" = { dictionary = "${dictionary}", probability = ${String(probability)} }\n`,
  )
  return [table('[[operations]]', operations), '[operations.parameters]\n', ...parameters].join('')
}

/** A table in TOML; its texts, numbers and lists are written as in JSON. */
function table(header, values) {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
  return ['\n', header, '\n', ...lines].join('')
}

async function send(url, body, { token, method = 'POST' } = {}) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}: ${await response.text()}`)
  return response
}

async function post(url, body, options) {
  return (await send(url, body, options)).json()
}
