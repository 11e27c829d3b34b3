import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { messagesOf } from '@parley/engine'
import { buildPrompt } from '../../ai-workers/prompts/build-prompt.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { at, type Person } from '../support/app/person.js'
import { TappedGenerator } from '../support/replies/tapped-generator.js'
import { saying } from '../support/rooms/log-fixture.js'

const tap = new TappedGenerator()
let app: TestApp
let nova: Person
beforeAll(async () => {
  app = await createTestApp({ wrap: tap.wrap })
  nova = await app.person('nova')
})
afterAll(() => app.close())

const character = {
  name: 'Mira',
  greeting: 'Ahoy, {{user}}!',
  context: '{{char}} is the captain of the Albatross.',
  exampleDialogues: '<START>\n{{user}}: Are we lost?\n{{char}}: Never.',
  systemPrompt: '{{original}}\n\nName the wind in every reply.',
  postHistoryInstructions: 'Answer in two sentences.',
  depthNote: { text: '{{char}} has a limp.', depth: 2 },
}
const world = [
  ['The sea has two moons.', [], 0],
  ['The Albatross has forty guns.', ['albatross'], 1],
  ['It is the year of the whale.', [], 2],
  ['The south is silent.', [], 3],
  ['The queen of the north is an aunt of {{user}}.', ['queen'], 4],
] as const
const persona = { name: 'Nova', description: '{{user}} is a pilot. {{char}} owes her a ship.' }
const conversation = [
  ['Where are we?', 'North wind. Off the cape.'],
  ['Is the Albatross safe?', 'West wind. She is.'],
  ['Tell me of the queen.', 'No wind.'],
] as const

/** As the guide prints a prompt: the role, then the text. */
const printed = (role: string, text: string) =>
  `${role.padEnd(11)}${text.replaceAll(/\n(?=.)/g, `\n${' '.repeat(11)}`)}`

it('the guide of characters prints the prompt of a room with a lorebook, a persona and notes as a model reads it', async () => {
  const made = async (mutation: string, type: string, input: object, name: string) => {
    const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${name} { id } } }`
    return at(await nova.data(query, { input }), mutation, name, 'id')
  }
  const characterId = await made('createCharacter', 'CharacterInput', character, 'character')
  const entries = world.map(([content, key, position], uid) => ({
    uid,
    key,
    content,
    position,
    constant: key.length === 0,
    order: uid,
    depth: 1,
    role: 0,
    disable: false,
  }))
  const book = JSON.stringify({ name: 'World', entries: Object.fromEntries(entries.entries()) })
  const lorebookId = await made('importLorebook', 'ImportLorebookInput', { book }, 'lorebook')
  const personaId = await made('createPersona', 'CreatePersonaInput', persona, 'persona')
  const roomId = await made('createChatRoom', 'ChatRoomInput', { characterId }, 'room')
  await made('attachLorebook', 'LorebookUseInput', { lorebookId, roomId }, 'lorebook')
  await nova.data(
    `mutation ($roomId: ID!, $personaId: ID!) {
      setRoomPersona(roomId: $roomId, personaId: $personaId) { room { id } }
      updateRoom(id: $roomId, input: { instructions: "Write in the present tense." }) { room { id } } }`,
    { roomId, personaId },
  )
  for (const [message, reply] of conversation) {
    tap.next = saying(reply)
    await nova.say(roomId, message)
    await app.idle()
  }
  const lines = messagesOf(buildPrompt(tap.lastJob, { now: 0 })).map(({ role, text }) => printed(role, text))
  const guide = readFileSync(new URL('../../docs/characters.md', import.meta.url), 'utf8')
  const [, block = ''] = /## A whole prompt\n[\s\S]*?```text\n([\s\S]*?)```/.exec(guide) ?? []
  expect(block).toBe(`${lines.join('\n')}\n`)
})
