import { afterAll, beforeAll, describe, it } from '@jest/globals'
import { createElement, StrictMode } from 'react'
import { until } from '@parley/testing'
import {
  ParleyProvider,
  useCharacters,
  useParley,
  useRoom,
  useRooms,
  useSession,
} from '../../packages/client/src/react.js'
import type { Parley } from '../../packages/client/src/index.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { signedIn } from '../support/clients/client-fixture.js'
import { render } from '../support/clients/render.js'

let app: TestApp
let parley: Parley
beforeAll(async () => {
  app = await createTestApp()
  parley = await signedIn(app.url)
})
afterAll(() => app.close())

/** Runs a component that shows a text, twice as StrictMode does; returns what it shows, and how to remove it. */
async function show(textOf: () => string, client = parley) {
  let text = ''
  const Shown = () => {
    text = textOf()
    return null
  }
  const shown = createElement(ParleyProvider, { parley: client }, createElement(Shown))
  return { text: () => text, remove: await render(createElement(StrictMode, {}, shown)) }
}

describe('hooks', () => {
  it('show a room as it changes, and follow it while it is shown', async () => {
    const { id } = await parley.createOfficeRoom()
    const page = await show(() => {
      const [{ entries, reply, connection }, room] = useRoom(id)
      return [connection, room.id === id, reply?.status, ...entries.map(({ inputData }) => inputData)].join(' ')
    })
    await until('the room is read', () => page.text().includes('live true'))
    await parley.room(id).send('Hello')
    await until('the entry is shown', () => page.text().includes('Hello'))
    await page.remove()
    await until('nothing follows it', () => parley.room(id).getSnapshot().connection === 'idle')
  })

  it('show lists of rooms and characters', async () => {
    const { id } = await parley.createOfficeRoom({ name: 'Deck' })
    const character = await parley.createCharacter({ name: 'Grace' })
    const rooms = await show(() =>
      useRooms()[0]
        .rooms.map((room) => room.name)
        .join(' '),
    )
    const characters = await show(() => {
      const [state] = useCharacters({ mine: true })
      return state.characters.map(({ name, likeCount }) => `${name} ${String(likeCount)}`).join(' ')
    })
    await until('the room is shown', () => rooms.text().includes('Deck'))
    await until('the character is shown', () => characters.text().includes('Grace 0'))
    await parley.room(id).update({ name: 'Bridge' })
    await parley.like(character.id)
    await until('the new name is shown', () => rooms.text().includes('Bridge'))
    await until('the like is shown', () => characters.text().includes('Grace 1'))
    await rooms.remove()
    await characters.remove()
  })

  it('show the session', async () => {
    const client = await signedIn(app.url)
    const page = await show(() => [useSession().status, useParley() === client].join(' '), client)
    await until('it is signed in', () => page.text().includes('signedIn true'))
    await client.signOut()
    await until('it is signed out', () => page.text().includes('signedOut true'))
    await page.remove()
  })
})
