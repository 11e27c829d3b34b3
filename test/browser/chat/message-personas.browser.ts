import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { at } from '../../support/app/person.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'

let chat: ChatFixture
beforeAll(async () => {
  chat = await ChatFixture.open()
})
afterAll(() => chat.close())

const setOfRoom = `mutation ($roomId: ID!, $personaId: ID) {
  setRoomPersona(roomId: $roomId, personaId: $personaId) { room { id } } }`

describe('a message in a chat', () => {
  it('has the name of the persona that sent it, whatever persona the chat has now', async () => {
    const ada = await chat.app.person('ada')
    const roomId = await ada.room('chat')
    const persona = async (name: string) =>
      at(
        await ada.data('mutation ($name: String!) { createPersona(input: { name: $name }) { persona { id } } }', {
          name,
        }),
        'createPersona',
        'persona',
        'id',
      )
    const say = async (text: string) => {
      await ada.say(roomId, text)
      await chat.app.idle()
    }
    await say('As the account')
    await ada.data(setOfRoom, { roomId, personaId: await persona('Nova') })
    await say('As Nova')
    const vega = await persona('Vega')
    await ada.data(setOfRoom, { roomId, personaId: vega })
    await say('As Vega')
    const visit = await chat.visit(ada)
    await visit.goTo(`/rooms/${roomId}`)
    await visit.log.getByText('As Vega').waitFor()
    const names = async () => {
      const messages = await visit.log.locator('.message').all()
      return (await Promise.all(messages.map((one) => one.locator('.speaker').allTextContents()))).flat()
    }
    expect(await names()).toEqual(['Nova', 'Vega'])
    await ada.data('mutation ($id: ID!) { deletePersona(id: $id) { deletedPersonaId } }', { id: vega })
    await ada.data(setOfRoom, { roomId, personaId: null })
    await say('As the account again')
    await visit.log.getByText('As the account again').waitFor()
    expect(await names()).toEqual(['Nova', 'Vega'])
  }, 60_000)
})
