import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import type { Person } from '../support/app/person.js'
import { countedFacade } from '../support/rest/counted-facade.js'

const turn = { input_data: 'Hello', output_data: 'Hi' }
const families = [
  { kind: 'office', name: 'officerooms', value: 'OFFICE', other: 'CHARACTER', otherName: 'chatrooms' },
  { kind: 'chat', name: 'chatrooms', value: 'CHARACTER', other: 'OFFICE', otherName: 'officerooms' },
] as const

let app: TestApp
let ada: Person
let eve: Person
let facade: Awaited<ReturnType<typeof countedFacade>>
beforeAll(async () => {
  app = await createTestApp()
  ;[ada, eve] = [await app.person(), await app.person()]
  facade = await countedFacade(app)
})
afterAll(async () => {
  await facade.close()
  await app.close()
})

describe.each(families)('a REST request for a room of kind $value', ({ kind, name, otherName }) => {
  const ask = async (
    person: Person,
    method: 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<{ status: number; text: string; executed: readonly string[] }> => {
    facade.executed.length = 0
    const { status, text } = await person.movedTo(facade.url).rest(method, path, body)
    return { status, text, executed: [...facade.executed] }
  }
  const sentence = (words: string) => ({ status: 200, text: words })

  it('executes one operation, by UUID and by number, and returns the UUID', async () => {
    const roomId = await ada.room(kind)
    const document = 'query ($id: ID!) { room(id: $id) { recordId } }'
    const { room } = (await ada.data(document, { id: roomId })) as { room: { recordId: string } }
    for (const id of [roomId, room.recordId]) {
      const logs = `/api/rooms/${name}/${id}/logs`
      expect(await ask(ada, 'PUT', logs, turn)).toEqual({
        ...sentence(`Successfully added data to document with ID: ${roomId}`),
        executed: ['SaveLogEntry'],
      })
      expect(await ask(ada, 'PUT', logs, { ...turn, index: 1 })).toEqual({
        ...sentence(`Successfully updated data to document with ID: ${roomId}`),
        executed: ['UpdateLogEntry'],
      })
    }
    expect(await ask(ada, 'DELETE', `/api/${name}/${room.recordId}/logs?index=2`)).toEqual({
      ...sentence(`Successfully removed data from index: 2 in document with ID: ${roomId}`),
      executed: ['DeleteLogEntry'],
    })
    expect(await ask(ada, 'DELETE', `/api/${name}/${room.recordId}`)).toEqual({
      status: 204,
      text: '',
      executed: ['DeleteRoom'],
    })
    expect(await ada.data(document, { id: roomId })).toEqual({ room: null })
  })

  it('also executes one operation when it is refused, and changes nothing', async () => {
    const roomId = await ada.room(kind)
    await ada.rest('PUT', `/api/${name}/${roomId}/logs`, turn)
    const requests = [
      ['PUT', '/logs', turn],
      ['PUT', '/logs', { ...turn, index: 1, output_data: 'Changed' }],
      ['DELETE', '/logs?index=1', undefined],
      ['DELETE', '', undefined],
    ] as const
    for (const [method, rest, body] of requests) {
      const refusals = [
        { person: ada, path: `/api/${otherName}/${roomId}${rest}`, status: 404 },
        { person: eve, path: `/api/${name}/${roomId}${rest}`, status: 404 },
        { person: app.stranger(), path: `/api/${name}/${roomId}${rest}`, status: 401 },
        { person: app.stranger(), path: `/api/${otherName}/${roomId}${rest}`, status: 401 },
        { person: ada, path: `/api/${name}/none${rest}`, status: 404 },
      ]
      for (const { person, path, status } of refusals) {
        const answer = await ask(person, method, path, body)
        expect({ path, ...answer }).toMatchObject({ path, status, executed: [expect.any(String)] })
      }
    }
    const { body } = await ada.rest('GET', `/api/${name}/${roomId}/logs`)
    expect(body).toMatchObject([{ index: 1, output_data: 'Hi' }])
  })
})

describe.each(families)('the argument `kind` of a mutation, for a room of kind $value', ({ kind, value, other }) => {
  const entry = { inputData: 'a', outputData: 'b' }
  const mutations = [
    [
      'mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { roomId entry { index } } }',
      (roomId: string, kind?: string) => ({ input: { ...entry, roomId, kind } }),
      { saveLogEntry: { entry: { index: 2 } } },
    ],
    [
      'mutation ($input: UpdateLogEntryInput!) { updateLogEntry(input: $input) { roomId entry { index } } }',
      (roomId: string, kind?: string) => ({ input: { ...entry, roomId, kind, index: 1 } }),
      { updateLogEntry: { entry: { index: 1 } } },
    ],
    [
      'mutation ($roomId: ID!, $kind: RoomKind) { deleteLogEntry(roomId: $roomId, index: 1, kind: $kind) { roomId deletedIndex } }',
      (roomId: string, kind?: string) => ({ roomId, kind }),
      { deleteLogEntry: { deletedIndex: 1 } },
    ],
    [
      'mutation ($id: ID!, $kind: RoomKind) { deleteRoom(id: $id, kind: $kind) { deletedRoomId } }',
      (id: string, kind?: string) => ({ id, kind }),
      { deleteRoom: {} },
    ],
  ] as const

  it.each(mutations)('finds no room of another kind: %s', async (document, variables, result) => {
    const roomId = await ada.room(kind)
    await ada.data('mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { roomId } }', {
      input: { ...entry, roomId },
    })
    expect(await ada.codes(document, variables(roomId, other))).toEqual(['NOT_FOUND'])
    expect(await eve.codes(document, variables(roomId, value))).toEqual(['NOT_FOUND'])
    expect(await ada.codes(document, variables(roomId, 'chatbot'))).toEqual(['BAD_USER_INPUT'])
    const done = await ada.data(document, variables(roomId, value))
    expect(done).toMatchObject(result)
    expect(JSON.stringify(done)).toContain(roomId)
  })

  it('may be absent or null', async () => {
    const document = 'mutation ($id: ID!, $kind: RoomKind) { deleteRoom(id: $id, kind: $kind) { deletedRoomId } }'
    for (const given of [{}, { kind: null }]) {
      const id = await ada.room(kind)
      expect(await ada.data(document, { id, ...given })).toEqual({ deleteRoom: { deletedRoomId: id } })
    }
  })
})
