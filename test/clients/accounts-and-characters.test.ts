import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { memorySession, ParleyError, type Parley } from '../../packages/client/src/index.js'
import {
  createDataExportLink,
  exportMyData,
  myDataExport,
  socialProviders,
} from '../../packages/client/src/operations.generated.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { openParley, signedIn } from '../support/clients/client-fixture.js'
import { photograph } from '../support/images/pictures.js'

let app: TestApp
let parley: Parley
beforeAll(async () => {
  app = await createTestApp()
  parley = await signedIn(app.url)
})
afterAll(() => app.close())

describe('an account', () => {
  it('reads its profile, its sessions, its usage and the models', async () => {
    const { accountId } = parley.session.getSnapshot()
    expect(await parley.profile()).toMatchObject({ id: accountId, emailVerified: false })
    expect(await parley.sessions()).toMatchObject([{ current: true }])
    expect(await parley.usage()).toMatchObject({ membership: 'BASIC', messages: { used: 0 } })
    expect(await parley.models()).toContainEqual(expect.objectContaining({ name: 'Local', available: true }))
    expect(await parley.request(socialProviders, {})).toEqual({ socialProviders: [] })
  })

  it('has a picture that it has uploaded', async () => {
    const image = await parley.uploadImage(new Blob([new Uint8Array(await photograph())]))
    expect(image.url).toContain(image.id)
    const changed = await parley.updateProfile({ imageId: image.id })
    expect(changed.profileImageUrl).toContain(image.id)
  })

  it('has files that it has uploaded, and sends them', async () => {
    const uploaded = await parley.uploadFile(new File(['The ship is called Albatross.'], '배.txt'))
    expect(uploaded).toMatchObject({ name: '배.txt', size: 29 })
    const id = uploaded?.id ?? ''
    await until('the file is read', async () => (await parley.file(id))?.state === 'WHOLE')
    expect((await parley.fileText(id))?.nodes).toMatchObject([{ ordinal: 0, text: 'The ship is called Albatross.' }])
    const room = parley.room((await parley.createOfficeRoom()).id)
    const { generation } = await room.send('What is its name?', { attachments: [id] })
    expect(generation.attachments).toEqual([{ id, name: '배.txt' }])
    expect(await room.files()).toMatchObject([{ id }])
    expect((await parley.setFileEncoding(id, 'utf-8')).state).toBe('READING')
    await parley.removeFile(id)
    expect((await parley.files())?.nodes).toEqual([])
    expect(await parley.file(id)).toBeNull()
  })

  it('exports its data', async () => {
    const { exportMyData: begun } = await parley.request(exportMyData, {})
    expect(begun.dataExport).toMatchObject({ progress: expect.any(Number), status: expect.any(String) })
    await until('the archive is written', async () => {
      const { myDataExport: latest } = await parley.request(myDataExport, {})
      return latest?.status === 'READY' && latest.progress === 1
    })
    const { createDataExportLink: link } = await parley.request(createDataExportLink, {})
    expect(link.url).toMatch(/^http/)
  })

  it('ends one of its sessions', async () => {
    const [session] = await parley.sessions()
    await parley.revokeSession(session?.id ?? '')
    await expect(parley.usage()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    parley = await signedIn(app.url)
  })
})

describe('characters', () => {
  it('are created, liked, changed, exported, imported and deleted, and a list shows it', async () => {
    const list = parley.characters({ mine: true, search: "no filter of one's own characters" })
    const leave = list.subscribe(() => undefined)
    await until('the list is read', list, ({ connection }) => connection === 'live')
    const grace = await parley.createCharacter({ name: 'Grace', greeting: 'Ahoy', tags: ['sailor'] })
    await list.refresh()
    expect(list.getSnapshot()).toMatchObject({ characters: [{ id: grace.id, likedByMe: false }], hasMore: false })
    expect(await parley.like(grace.id)).toMatchObject({ likeCount: 1, likedByMe: true })
    expect(list.getSnapshot().characters).toMatchObject([{ likeCount: 1, likedByMe: true }])
    await parley.updateCharacter(grace.id, { name: 'Grace Hopper' })
    expect(list.getSnapshot().characters).toMatchObject([{ name: 'Grace Hopper', likeCount: 1 }])
    expect(await parley.like(grace.id, false)).toMatchObject({ likeCount: 0 })
    const card = await parley.exportCard(grace.id)
    const copy = await parley.importCard({ card: card?.json ?? '' })
    expect(await parley.character(copy.id)).toMatchObject({ name: 'Grace Hopper', tags: ['sailor'] })
    await parley.deleteCharacter(grace.id)
    expect(list.getSnapshot().characters).toEqual([])
    expect(await parley.character(grace.id)).toBeNull()
    leave()
  })

  it('of an account are not shown to the next one', async () => {
    const eve = memorySession()
    await signedIn(app.url, { session: eve })
    const session = memorySession()
    let isSwitched = false
    const ada = await signedIn(app.url, {
      session,
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        if (!isSwitched && typeof init?.body === 'string' && init.body.includes('"first":7')) {
          isSwitched = true
          session.write(eve.read())
        }
        return response
      },
    })
    await ada.createCharacter({ name: 'Of Ada' })
    for (const isFollowed of [true, false]) {
      const list = ada.characters({ mine: true, first: 7 })
      if (isFollowed) {
        const leave = list.subscribe(() => undefined)
        await until('the list is read', list, ({ connection }) => connection === 'live')
        leave()
      } else await list.loadMore()
      expect([isSwitched, list.getSnapshot().characters]).toEqual([true, []])
    }
  })

  it('are followed after a refresh that succeeds', async () => {
    let isOffline = true
    const guest = openParley(app.url, {
      retry: { attempts: 1 },
      fetch: (input, init) => (isOffline ? Promise.reject(new TypeError('offline')) : fetch(input, init)),
    })
    const list = guest.characters()
    const leave = list.subscribe(() => undefined)
    const { error } = await until('the list has failed', list, ({ connection }) => connection === 'ended')
    expect([error instanceof ParleyError, error?.code]).toEqual([true, 'NETWORK'])
    isOffline = false
    await list.refresh()
    expect(list.getSnapshot()).toMatchObject({ connection: 'live', error: null })
    leave()
  })

  it('are read page by page, as they are filtered', async () => {
    for (const name of ['Anna', 'Ben', 'Annabel']) await parley.createCharacter({ name, tags: ['crew'] })
    const list = parley.characters({ tag: 'crew', search: 'ann', first: 1, orderBy: 'NEWEST' })
    const leave = list.subscribe(() => undefined)
    await until('the first page is read', list, ({ characters }) => characters.length === 1)
    expect(list.getSnapshot()).toMatchObject({ characters: [{ name: 'Annabel' }], hasMore: true })
    await list.loadMore()
    expect(list.getSnapshot()).toMatchObject({ characters: [{ name: 'Annabel' }, { name: 'Anna' }], hasMore: false })
    leave()
  })
})
