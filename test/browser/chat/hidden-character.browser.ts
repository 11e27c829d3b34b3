import { expect, it } from '@jest/globals'
import { at } from '../../support/app/person.js'
import { ChatFixture } from '../../support/pages/chat-fixture.js'

it('the owner of a character that an administrator has hidden reads why', async () => {
  const chat = await ChatFixture.open()
  const owner = await chat.app.person('nova')
  const id = await chat.character(owner, { name: 'Captain' })
  const visit = await chat.visit(owner)
  await visit.goTo(`/characters/${id}`)
  await visit.page.getByRole('heading', { level: 1, name: 'Captain' }).waitFor()
  expect(await visit.page.getByText('Reason:').count()).toBe(0)
  const admin = await chat.app.admin()
  await admin.data('mutation ($input: HideCharacterInput!) { hideCharacter(input: $input) { character { id } } }', {
    input: { id, reason: 'shows a real person' },
  })
  await visit.page.reload()
  await visit.page.getByText('An administrator has hidden this character.').waitFor()
  await visit.shows('shows a real person')
  expect(await visit.violations()).toEqual([])
  expect(visit.faults).toEqual([])
  await visit.picture('hidden-character')
  await visit.end()
  await chat.close()
}, 60_000)

it('the reader of an earlier chat sees that it cannot go on while the character is private', async () => {
  const chat = await ChatFixture.open()
  const [author, reader] = [await chat.app.person('vega'), await chat.app.person('lyra')]
  const characterId = await chat.character(author, { name: 'Captain', greeting: 'Ahoy' })
  const made = await reader.data(
    'mutation ($characterId: ID) { createChatRoom(input: { characterId: $characterId }) { room { id } } }',
    { characterId },
  )
  const roomId = at(made, 'createChatRoom', 'room', 'id')
  await reader.say(roomId)
  await chat.app.idle()
  const visit = await chat.visit(reader)
  await visit.goTo(`/rooms/${roomId}`)
  const box = visit.page.getByRole('textbox', { name: 'Message' })
  await box.waitFor()
  const show = (visibility: string) =>
    author.data(
      'mutation ($id: ID!, $visibility: Visibility) { updateCharacter(id: $id, input: { visibility: $visibility }) { __typename } }',
      { id: characterId, visibility },
    )
  await show('PRIVATE')
  await visit.page
    .getByText('This character is no longer public. You can read this chat, but it can’t go on.')
    .waitFor()
  await visit.shows('Ahoy')
  expect(await box.count()).toBe(0)
  expect(await visit.page.getByRole('button', { name: 'Regenerate' }).first().isDisabled()).toBe(true)
  expect(await visit.violations()).toEqual([])
  await visit.picture('character-no-longer-public')
  await show('PUBLIC')
  await box.waitFor()
  expect(visit.faults).toEqual([])
  await visit.end()
  await chat.close()
}, 60_000)
