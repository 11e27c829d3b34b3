import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import type { Person } from './support/person.js'

const remove = 'mutation ($id: ID!) { deleteRoom(id: $id) { deletedRoomId } }'
const turn = { input_data: 'Hello', output_data: 'Hi' }

let app: TestApp
let ada: Person
let eve: Person
beforeAll(async () => {
  app = await createTestApp({ roles: 'app,chatlog', env: { LOCAL_MODEL: 'scripted:?delayMs=50' } })
  ;[ada, eve] = [await app.person(), await app.person()]
})
afterAll(() => app.close())

describe.each([
  ['office', 'officerooms', 'office'],
  ['chat', 'chatrooms', 'chatbot'],
] as const)('deleting an %s room', (kind, name, logKind) => {
  it.each([`/api/rooms/${name}`, `/api/${name}`])('takes the record and the log together: DELETE %s', async (path) => {
    const roomId = await ada.room(kind)
    await ada.rest('PUT', `${path}/${roomId}/logs`, turn)
    const log = () => app.chatLog().rest('POST', `/doclog/${logKind}/load_log`, { user_id: ada.id, id: roomId })
    expect((await log()).body).toHaveLength(1)

    const other = kind === 'office' ? 'chatrooms' : 'officerooms'
    expect((await ada.rest('DELETE', `/api/rooms/${other}/${roomId}`)).status).toBe(404)
    expect((await eve.rest('DELETE', `${path}/${roomId}`)).status).toBe(404)
    expect((await app.stranger().rest('DELETE', `${path}/${roomId}`)).status).toBe(401)
    expect(await ada.rest('DELETE', `${path}/${roomId}`)).toMatchObject({ status: 204, text: '' })

    expect((await ada.rest('GET', `${path}/${roomId}/logs`)).status).toBe(404)
    expect((await ada.rest('DELETE', `${path}/${roomId}`)).status).toBe(404)
    expect((await log()).status).toBe(404)
  })

  it('ends the reply that is being made there, which leaves nothing behind', async () => {
    const roomId = await ada.room(kind)
    const generation = await ada.say(roomId)
    expect(await ada.data(remove, { id: roomId.toUpperCase() })).toEqual({ deleteRoom: { deletedRoomId: roomId } })
    await app.idle()
    expect(await ada.data('query ($id: ID!) { generation(id: $id) { id } }', { id: generation })).toEqual({
      generation: null,
    })
    expect(await ada.codes(remove, { id: roomId })).toEqual(['NOT_FOUND'])
    expect(await eve.codes(remove, { id: await ada.room(kind) })).toEqual(['NOT_FOUND'])
  })
})
