import { type Person, at } from '../app/person.js'
import { noise } from '../images/pictures.js'
import { saying } from '../rooms/log-fixture.js'
import { regenerate } from '../rooms/log-queries.js'
import type { ChatFixture } from './chat-fixture.js'

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const markdown = `# A heading

A paragraph with **strong**, *emphasised* and ~~deleted~~ words, \`code\` and [a link](https://example.org/).

- one
- two
  1. inner
  2. list
- [x] done

> A quotation
> of two lines

| name | meaning | a third column with a long title | a fourth one |
| ---- | ------- | -------------------------------- | ------------ |
| port | left    | ${longWord} | 42 |

\`\`\`ts
const answer: number = 6 * 7 // a comment that is long enough to leave the frame of a narrow telephone, twice
\`\`\`

![a picture of another host](https://example.org/cat.png)

---

שלום עולם, this is 3 > 2 & 1 < 2.`

/** The last text of the conversation, in another version of the reply. */
export const newestReply = 'הכול בסדר, תודה רבה!'

const importCharacter =
  'mutation ($input: ImportCharacterInput!) { importCharacter(input: $input) { character { id } } }'
const createPersona = 'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id } } }'
const cardWithBook = {
  ...{ spec: 'chara_card_v2', spec_version: '2.0' },
  data: {
    name: 'Mira Voss',
    first_mes: 'Mind the fog.',
    character_book: {
      name: 'The harbour',
      entries: [{ keys: ['pier'], name: 'The pier', content: 'The pier is closed.', position: 'around the examples' }],
    },
  },
}

/** What the screens show: characters, conversations and an account, with texts that are hard to lay out. */
export interface ScreenWorld {
  readonly person: Person
  readonly characterId: string
  readonly roomId: string
  readonly emptyRoomId: string
}

export async function makeScreenWorld(chat: ChatFixture): Promise<ScreenWorld> {
  const person = await chat.app.person('nova')
  await person.data(importCharacter, { input: { card: JSON.stringify(cardWithBook), visibility: 'PRIVATE' } })
  for (const description of ['A pilot.', 'A captain.'])
    await person.data(createPersona, { input: { name: 'Nova', description } })
  const picture = await uploaded(person)
  const description =
    'A sailor of few words who knows every port between here and the end of the map, and most of the people in them.'
  const difficult = [
    {
      name: 'Captain Ahab',
      description,
      imageId: picture,
      tags: ['sea', 'adventure', 'old'],
      greeting: '*looks up* Ahoy, {{user}}!',
    },
    {
      name: longWord.slice(0, 80),
      description: longWord.repeat(4),
      tags: [longWord.slice(0, 60), longWord.slice(1, 61)],
    },
    { name: 'مريم العذراء', description: 'شخصية تتكلم العربية، وتحب القصص القديمة.', tags: ['قصص', 'עברית'] },
    { name: '바다의 선장 한별', description: '말수가 적은 선장입니다. 모든 항구를 압니다.', tags: ['바다'] },
    { name: 'A', description: '', greeting: '', tags: [] },
    { name: 'Elsewhere', description: 'Its picture is on another host.', imageUrl: 'https://example.org/cat.png' },
    {
      name: 'Lost',
      description: 'Its picture is gone.',
      imageUrl: `${chat.app.url}/thumbnail?id=00000000-0000-4000-8000-000000000000`,
    },
    { name: 'Secret', description: 'Only its owner sees it.', visibility: 'PRIVATE' },
  ]
  const ids: string[] = []
  for (const one of difficult.toReversed()) ids.unshift(await chat.character(person, one))
  const [characterId = ''] = ids
  for (const id of ids.slice(1)) {
    await person.data('mutation ($id: ID) { createChatRoom(input: { characterId: $id }) { room { id } } }', { id })
  }
  const made = await person.data('mutation ($id: ID) { createChatRoom(input: { characterId: $id }) { room { id } } }', {
    id: characterId,
  })
  const roomId = at(made, 'createChatRoom', 'room', 'id')
  for (const [message, reply] of [
    ['Show me everything that you can write', markdown],
    [`${longWord} ${'x'.repeat(400)}`, 'A short reply.'],
    ['مرحبا، كيف حالك؟', 'בסדר גמור, תודה!'],
  ] as const) {
    chat.tap.next = saying(reply)
    await person.say(roomId, message)
    await chat.app.idle()
  }
  chat.tap.next = saying(newestReply)
  await person.data(regenerate, { roomId, index: 3 })
  await chat.app.idle()
  return { person, characterId, roomId, emptyRoomId: await person.room() }
}

/** A picture of an account; returns its id. */
export async function uploaded(person: Person): Promise<string> {
  const form = new FormData()
  form.set(
    'file',
    new Blob([Uint8Array.from(await noise(300, 400).jpeg().toBuffer())], { type: 'image/jpeg' }),
    'a.jpg',
  )
  const { body } = await person.rest('POST', '/images', form)
  return (body as { id: string }).id
}
