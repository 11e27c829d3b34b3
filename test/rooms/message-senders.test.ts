import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'

const tap = new TappedGenerator()
let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap })
  ada = await app.person('ada')
})
afterAll(() => app.close())

const sender = 'sender { personaId personaName }'
const readLog = `query ($id: ID!) { room(id: $id) { persona { name } entries(first: 100) { nodes { inputData ${sender} } } } }`
const createPersona = 'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id } } }'
const renamePersona =
  'mutation ($id: ID!, $name: String!) { updatePersona(id: $id, input: { name: $name }) { persona { id } } }'
const deletePersona = 'mutation ($id: ID!) { deletePersona(id: $id) { deletedPersonaId } }'
const setDefault = 'mutation ($id: ID) { setDefaultPersona(id: $id) { persona { id } } }'
const setOfRoom = `mutation ($roomId: ID!, $personaId: ID) {
  setRoomPersona(roomId: $roomId, personaId: $personaId) { room { id } } }`
const saveEntry = `mutation ($input: SaveLogEntryInput!) { saveLogEntry(input: $input) { entry { index ${sender} } } }`
const regenerate = `mutation ($roomId: ID!, $index: Int!) { regenerate(roomId: $roomId, index: $index) { generation { ${sender} } } }`

const made = async (name: string, description = '') =>
  at(await ada.data(createPersona, { input: { name, description } }), 'createPersona', 'persona', 'id')
const speakAs = (roomId: string, personaId: string | null) => ada.data(setOfRoom, { roomId, personaId })
const say = async (roomId: string, text: string) => {
  await ada.say(roomId, text)
  await app.idle()
  return tap.lastJob
}

interface SeenEntry {
  readonly inputData: string
  readonly sender: { readonly personaId: string | null; readonly personaName: string | null } | null
}
interface SeenRoom {
  readonly persona: { readonly name: string } | null
  readonly entries: { readonly nodes: readonly SeenEntry[] }
}
const seen = async (id: string) => (await ada.data(readLog, { id }))['room'] as SeenRoom
const sendersIn = async (id: string) => (await seen(id)).entries.nodes.map((entry) => entry.sender)
const itself = { personaId: null, personaName: null }
const as = (personaId: string, personaName: string) => ({ personaId, personaName })

describe('a message', () => {
  it('keeps the persona with which it was sent, when the room gets another one and when the persona gets another name', async () => {
    const id = await ada.room('chat')
    await say(id, 'One')
    const [nova, vega] = [await made('Nova'), await made('Vega')]
    await speakAs(id, nova)
    await say(id, 'Two')
    await speakAs(id, vega)
    await ada.data(renamePersona, { id: nova, name: 'Nova Ray' })
    const { history, persona, message } = await say(id, 'Three')
    expect(await sendersIn(id)).toEqual([itself, as(nova, 'Nova'), as(vega, 'Vega')])
    expect(persona?.name).toBe('Vega')
    expect(message).toBe('Three')
    expect(history.map(({ inputData, speaker }) => [inputData, speaker])).toEqual([
      ['One', ada.username],
      ['Two', 'Nova'],
    ])
    await speakAs(id, null)
    expect((await say(id, 'Four')).history.map(({ speaker }) => speaker)).toEqual([undefined, 'Nova', 'Vega'])
  })

  it('is of the persona that was chosen when it was sent, also if its reply begins later', async () => {
    const id = await ada.room('chat')
    const nova = await made('Nova', 'A pilot.')
    await speakAs(id, nova)
    let change: Promise<unknown> | undefined
    tap.next = async function* () {
      yield { kind: 'started' }
      await (change = speakAs(id, null))
      yield { kind: 'delta', attempt: 1, offset: 0, delta: 'Aye' }
      yield { kind: 'end', outcome: 'completed' }
    }
    await say(id, 'Hello')
    await change
    expect(await sendersIn(id)).toEqual([as(nova, 'Nova')])
  })

  it('has another reply for its own persona, and its name alone once that is deleted', async () => {
    const id = await ada.room('chat')
    const nova = await made('Nova', 'A pilot.')
    await speakAs(id, nova)
    await say(id, 'Hello')
    await speakAs(id, await made('Vega'))
    const again = await ada.data(regenerate, { roomId: id, index: 1 })
    await app.idle()
    expect(again).toEqual({ regenerate: { generation: { sender: as(nova, 'Nova') } } })
    expect(tap.lastJob.persona).toEqual({ name: 'Nova', description: 'A pilot.' })
    await ada.data(deletePersona, { id: nova })
    await ada.data(regenerate, { roomId: id, index: 1 })
    await app.idle()
    expect(tap.lastJob.persona).toEqual({ name: 'Nova', description: '' })
    expect(await sendersIn(id)).toEqual([as(nova, 'Nova')])
  })

  it('keeps its name in three rooms whose persona is deleted: they go on with the default one', async () => {
    const rooms = [await ada.room('chat'), await ada.room('chat'), await ada.room('chat')]
    const [first, second] = [await made('Twin'), await made('Twin')]
    const byDefault = await made('Default')
    await ada.data(setDefault, { id: byDefault })
    try {
      for (const id of rooms) {
        await speakAs(id, first)
        await say(id, 'Before')
      }
      await ada.data(deletePersona, { id: first })
      for (const id of rooms) {
        expect((await seen(id)).persona).toEqual({ name: 'Default' })
        await say(id, 'After')
        expect(await sendersIn(id)).toEqual([as(first, 'Twin'), as(byDefault, 'Default')])
      }
      const [id = ''] = rooms
      await speakAs(id, second)
      await say(id, 'Twice')
      expect((await sendersIn(id)).at(-1)).toEqual(as(second, 'Twin'))
    } finally {
      await ada.data(setDefault, { id: null })
    }
  })

  it('keeps its persona when its text is changed, and a retry does not change it', async () => {
    const id = await ada.room('chat')
    const nova = await made('Nova')
    await speakAs(id, nova)
    const input = { roomId: id, inputData: 'Hello', outputData: 'Hi', idempotencyKey: `sender-${id}` }
    await ada.data(saveEntry, { input })
    await speakAs(id, null)
    const entry = { index: 1, sender: as(nova, 'Nova') }
    expect(await ada.data(saveEntry, { input })).toEqual({ saveLogEntry: { entry } })
    const update = `mutation ($input: UpdateLogEntryInput!) { updateLogEntry(input: $input) { entry { index ${sender} } } }`
    const changed = { roomId: id, index: 1, inputData: 'Changed', outputData: 'Other' }
    expect(await ada.data(update, { input: changed })).toEqual({ updateLogEntry: { entry } })
  })

  it('of another account than that of the room has none', async () => {
    const admin = await app.admin()
    const id = await ada.room('chat')
    await speakAs(id, await made('Nova'))
    await admin.say(id)
    await app.idle()
    expect(await sendersIn(id)).toEqual([null])
  })

  it('has the name in what a search finds, in files and in copies', async () => {
    const id = await ada.room('chat')
    const nova = await made('No*va')
    await speakAs(id, nova)
    await say(id, 'Xylophone')
    await speakAs(id, null)
    const search = `{ searchEntries(query: "xylophone") { nodes { entry { ${sender} } } } }`
    expect(await ada.data(search)).toEqual({ searchEntries: { nodes: [{ entry: { sender: as(nova, 'No*va') } }] } })
    const link = `mutation ($roomId: ID!, $format: RoomExportFormat!) {
      createRoomExportLink(input: { roomId: $roomId, format: $format }) { url } }`
    const pageOf = async (address: string) => {
      const { pathname, search: query } = new URL(address)
      return (await fetch(app.url + pathname + query, { headers: { accept: 'text/html' } })).text()
    }
    const fileOf = async (format: string) =>
      pageOf(at(await ada.data(link, { roomId: id, format }), 'createRoomExportLink', 'url'))
    expect(await fileOf('MARKDOWN')).toMatch(/\n## No\\\*va, [^\n]+\n\n> Xylophone\n/)
    expect(JSON.parse(await fileOf('JSON'))).toMatchObject({
      entries: [{ inputData: 'Xylophone', sender: { persona: { id: Number(nova), name: 'No*va' } } }],
    })
    await (
      await app.admin()
    ).data('mutation { setInstallationSetting(input: { name: SHARE_LINKS, value: "true" }) { setting { value } } }')
    const shared = await ada.data('mutation ($id: ID!) { createShareLink(roomId: $id) { shareLink { url } } }', { id })
    const copy = await pageOf(at(shared, 'createShareLink', 'shareLink', 'url'))
    expect(copy).toContain('<h2 dir="auto">No*va</h2>')
    expect(copy).not.toContain(ada.username)
  })
})
