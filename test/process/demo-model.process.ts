import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '../support/app/free-port.js'
import { dateProbe, probes, titled, type Probe } from '../support/ai-workers/demo-probes.js'
import { LogRoom } from '../support/rooms/log-room.js'
import { at, ChatLogCaller, Person } from '../support/app/person.js'
import { Processes, type Started } from '../support/app/processes.js'
import { SearchServer } from '../support/ai-workers/search-server.js'
import { folded, watch } from '../support/app/watch.js'

const likeliest = '{"temperature":0,"maxTokens":120}'
const today = () => new Date().toISOString().slice(0, 10)

describe('the bundled model in the whole program', () => {
  let search: SearchServer
  let processes: Processes
  let server: Started
  let ada: Person
  beforeAll(async () => {
    search = await SearchServer.open()
    processes = await Processes.create()
    server = await processes.start({
      ROLES: 'app,chatlog,gateway,office,character',
      // the workers read the history of documented requests there
      CHATLOG_PORT: String(await freePort()),
      AI_GATEWAY_PORT: '0',
      AI_OFFICE_PORT: '0',
      AI_CHARACTER_PORT: '0',
      LOCAL_MODEL: '',
      // the host of the images of saved entries
      IMAGE_HOST: 'img.example',
      MODEL_THREADS: '1',
      OFFICE_SAMPLING: likeliest,
      CHARACTER_SAMPLING: likeliest,
      SEARCH_PROVIDER: 'searxng',
      SEARCH_URL: search.url,
    })
    const ready = async (role: string) => (await service(role).rest('GET', '/health/ready')).status === 200
    while (!(await ready('office')) || !(await ready('character')));
    ada = await Person.register(server.url, 'ada')
    // three processes from sources, on a machine that may be training at the same time
  }, 180_000)
  afterAll(async () => {
    await processes.close()
    await search.close()
  })

  const service = (role: string) => new Person(`http://127.0.0.1:${String(server.ports[role])}`)

  /** Creates a room like a GraphQL client. */
  const roomOf = async ({ kind, character }: Probe) => {
    if (kind === 'office') return ada.room('office')
    const create = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
    const characterId = at(await ada.data(create, { input: character }), 'createCharacter', 'character', 'id')
    const open = 'mutation ($input: ChatRoomInput!) { createChatRoom(input: $input) { room { id } } }'
    return at(await ada.data(open, { input: { characterId } }), 'createChatRoom', 'room', 'id')
  }
  const say = async (roomId: string, text: string, searchAccess = false) => {
    const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { generation { id } } }'
    const sent = await ada.data(send, { input: { roomId, text, searchAccess } })
    return folded(await watch(ada, at(sent, 'sendMessage', 'generation', 'id')))
  }
  const converse = async (probe: Probe) => {
    const roomId = await roomOf(probe)
    for (const { inputData } of probe.earlier) await say(roomId, inputData)
    return say(roomId, probe.message, probe.found.length > 0)
  }

  /** Sends a request to the documented JSON routes, through the gateway. */
  const post = async ({ kind, character, earlier, message, found }: Probe) => {
    const caller = new ChatLogCaller(service('chatlog').url)
    const room = await LogRoom.create(caller, kind === 'office' ? '/doclog/office' : '/doclog/chatbot')
    for (const { inputData, outputData } of earlier) await room.save({ input_data: inputData, output_data: outputData })
    const sheet = character && {
      character_name: character.name,
      greeting: character.greeting,
      context: character.context,
    }
    const body = { input_data: message, db_id: room.id, user_id: room.userId, ...sheet }
    const searching = found.length > 0 ? { search_access: true } : {}
    return service('gateway').rest('POST', `/${kind}/Local`, { ...body, ...searching })
  }
  const findable = ({ found }: Probe) =>
    search.says(
      JSON.stringify({ results: found.map(({ title, snippet, link }) => ({ title, content: snippet, url: link })) }),
    )

  it.each(titled(probes))('answers in a room from %s', async (_part, probe) => {
    findable(probe)
    const reply = await converse(probe)
    for (const text of probe.says) expect(reply).toContain(text)
  })

  it.each(titled(probes))('answers a documented request from %s', async (_part, probe) => {
    findable(probe)
    const { status, body } = await post(probe)
    expect(status).toBe(200)
    for (const text of probe.says) expect(body).toContain(text)
  })

  it('answers with the current date', async () => {
    // the day may change in between
    const days = [today()]
    const replies = [await converse(dateProbe(today())), (await post(dateProbe(today()))).body]
    days.push(today())
    for (const reply of replies) expect(days.filter((day) => String(reply).includes(day))).not.toEqual([])
  })

  it('does not mix two rooms that alternate', async () => {
    const rooms = await Promise.all(['Isolde', 'Barnaby'].map(async (name) => ({ name, id: await ada.room() })))
    for (const { name, id } of rooms) await say(id, `You should know that my name is ${name}.`)
    for (const { name, id } of rooms) {
      const reply = await say(id, 'Do you still know what my name is?')
      expect(rooms.filter((room) => reply.includes(room.name)).map((room) => room.name)).toEqual([name])
    }
  })
})
