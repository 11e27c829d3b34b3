import { expect, it } from '@jest/globals'
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
