import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import {
  localStorageSession,
  memorySession,
  type Parley,
  type SessionStorage,
} from '../../packages/client/src/index.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { password } from '../support/app/person.js'
import { BrowserTabs } from '../support/clients/browser-tabs.js'
import { newAccount, openParley, signedIn } from '../support/clients/client-fixture.js'
import { countingFetch } from '../support/clients/counting-fetch.js'
import { FaultProxy } from '../support/clients/fault-proxy.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Makes the stored token one that expires now, or one that the server refuses. */
function age(storage: SessionStorage, change: 'expires' | 'refused'): void {
  const session = storage.read()
  if (!session) throw new Error('no session')
  const token = change === 'refused' ? `${session.token.slice(0, -8)}AAAAAAAA` : session.token
  storage.write({ ...session, token, ...(change === 'expires' ? { expiresAt: Date.now() } : {}) })
}

const refreshes = (bodies: readonly { variables?: object }[]) =>
  bodies.filter(({ variables }) => variables && 'refreshToken' in variables).length

describe('a session', () => {
  it.each(['expires', 'refused'] as const)(
    'is refreshed once for requests at the same time: its token %s',
    async (change) => {
      const storage = memorySession()
      const { bodies, fetch } = countingFetch()
      const parley = await signedIn(app.url, { session: storage, fetch })
      age(storage, change)
      const old = storage.read()?.refreshToken
      const profiles = await Promise.all(Array.from({ length: 5 }, () => parley.profile()))
      expect(new Set(profiles.map((profile) => profile?.id))).toEqual(new Set([storage.read()?.accountId]))
      expect(refreshes(bodies)).toBe(1)
      expect(storage.read()?.refreshToken).not.toBe(old)
    },
  )

  it.each([{ WebSocket: false }, {}])('is refreshed under subscriptions (%j)', async (options) => {
    const storage = memorySession()
    const parley = await signedIn(app.url, { session: storage, ...options })
    const { id } = await parley.createOfficeRoom()
    age(storage, 'refused')
    const room = parley.room(id)
    const leave = room.subscribe(() => undefined)
    await until('the room is read', room, ({ connection }) => connection === 'live')
    leave()
  })

  it('is refreshed although the first answer was lost', async () => {
    const storage = memorySession()
    await signedIn(app.url, { session: storage })
    age(storage, 'expires')
    let connections = 0
    const proxy = await FaultProxy.open(app.url, () => (connections++ === 0 ? { cutAfterBytes: 0 } : {}))
    const parley = openParley(proxy.url, { session: storage })
    expect(await parley.profile()).toMatchObject({ id: storage.read()?.accountId })
    expect(proxy.cut).toBe(1)
    await proxy.close()
  })

  it('whose refresh has no answer keeps its token until it expires, and is not refreshed again before', async () => {
    const storage = memorySession()
    await signedIn(app.url, { session: storage })
    const session = storage.read()
    if (!session) throw new Error('no session')
    storage.write({ ...session, expiresAt: Date.now() + 3_600_000 })
    let isOffline = true
    let tries = 0
    const open = () =>
      openParley(app.url, {
        session: storage,
        retry: { attempts: 2, firstMs: 1 },
        fetch: (input, init) => {
          const isRefresh = typeof init?.body === 'string' && init.body.includes('refreshToken')
          if (isRefresh) tries += 1
          return isRefresh && isOffline ? Promise.reject(new TypeError('offline')) : fetch(input, init)
        },
      })
    // the other ones are those of a reload
    for (let count = 0; count < 3; count += 1) expect(await open().profile()).toMatchObject({ id: session.accountId })
    expect([tries, storage.read()?.token]).toEqual([2, session.token])
    isOffline = false
    age(storage, 'expires')
    await open().profile()
    expect([tries, storage.read()?.refreshToken === session.refreshToken]).toEqual([3, false])
  })

  it('that has ended elsewhere keeps nothing', async () => {
    const storage = memorySession()
    const parley = await signedIn(app.url, { session: storage })
    const { accountId = '', token = '' } = storage.read() ?? {}
    const response = await fetch(`${app.url}/api/auth/logout-everywhere`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.ok, parley.session.getSnapshot().accountId]).toEqual([true, accountId])
    await expect(parley.usage()).rejects.toMatchObject({ name: 'ParleyError', code: 'UNAUTHENTICATED' })
    expect(parley.session.getSnapshot()).toEqual({ status: 'signedOut', accountId: null, reason: 'EXPIRED' })
    expect(storage.read()).toBeNull()
  })

  it.each([{ WebSocket: false }, {}])('ends with a ban, and its rooms are empty (%j)', async (options) => {
    const storage = memorySession()
    const parley = await signedIn(app.url, { session: storage, ...options })
    const { id } = await parley.createOfficeRoom()
    const room = parley.room(id)
    const leave = room.subscribe(() => undefined)
    await until('the room is read', room, ({ connection }) => connection === 'live')
    const admin = await app.admin()
    await admin.data('mutation ($id: ID!) { banUser(id: $id) { account { id } } }', { id: storage.read()?.accountId })
    const { reason } = await until('the session has ended', parley.session, ({ status }) => status === 'signedOut')
    expect(reason).toBe('BANNED')
    expect(storage.read()).toBeNull()
    const closed = await until('the room is closed', room, ({ connection }) => connection === 'ended')
    expect(closed).toMatchObject({ room: null, entries: [], error: { code: 'NOT_FOUND' } })
    leave()
  })

  it('that is signed out or deleted ends on the server too', async () => {
    const storage = memorySession()
    const account = newAccount()
    const parley = openParley(app.url, { session: storage })
    expect(parley.session.getSnapshot()).toEqual({ status: 'signedOut', accountId: null, reason: null })
    await parley.register(account)
    const { refreshToken = '' } = storage.read() ?? {}
    await parley.signOut()
    expect(parley.session.getSnapshot()).toMatchObject({ status: 'signedOut', reason: 'SIGNED_OUT' })
    await expect(
      openParley(app.url, {
        session: memorySession({ accountId: '1', token: 'a.e30.b', refreshToken, expiresAt: 0 }),
      }).usage(),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const { email } = account
    await parley.signIn({ email, password })
    await parley.deleteAccount()
    expect(parley.session.getSnapshot()).toMatchObject({ status: 'signedOut', reason: 'DELETED' })
    await expect(parley.signIn({ email, password })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('a sign-out', () => {
  it('during a refresh stays', async () => {
    const storage = memorySession()
    let count = 0
    const parley = await signedIn(app.url, {
      session: storage,
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        const isRefresh = typeof init?.body === 'string' && init.body.includes('refreshToken')
        if (isRefresh && count++ === 0) await parley.signOut()
        return response
      },
    })
    age(storage, 'expires')
    await parley.profile().catch(() => undefined)
    expect([storage.read(), parley.session.getSnapshot().reason]).toEqual([null, 'SIGNED_OUT'])
  })

  it('with a token that the server refuses ends the session on the server', async () => {
    const storage = memorySession()
    const account = newAccount()
    await openParley(app.url, { session: storage }).register(account)
    const other = openParley(app.url)
    await other.signIn({ email: account.email, password })
    expect(await other.sessions()).toHaveLength(2)
    age(storage, 'refused')
    await openParley(app.url, { session: storage }).signOut()
    expect(storage.read()).toBeNull()
    expect(await other.sessions()).toHaveLength(1)
  })

  it('of a session that has ended resolves, and everywhere it rejects', async () => {
    const storage = memorySession()
    await signedIn(app.url, { session: storage })
    const session = storage.read()
    const open = () => openParley(app.url, { session: memorySession(session) })
    await open().signOut()
    await open().signOut()
    await expect(open().signOutEverywhere()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('two tabs', () => {
  it.each([true, false])('refresh at once and stay signed in, with Web Locks: %s', async (hasLocks) => {
    const tabs = new BrowserTabs()
    const sessions = [0, 1].map(() => localStorageSession('test', tabs.open({ hasLocks })))
    const [first, second] = sessions as [SessionStorage, SessionStorage]
    await signedIn(app.url, { session: first })
    age(first, 'expires')
    const { bodies, fetch } = countingFetch()
    const parleys = sessions.map((session) => openParley(app.url, { session, fetch }))
    const profiles = await Promise.all(parleys.map((parley) => parley.profile()))
    expect(profiles.map((profile) => profile?.id)).toEqual([first, first].map((storage) => storage.read()?.accountId))
    expect(refreshes(bodies)).toBe(hasLocks ? 1 : 2)
    expect(second.read()).toEqual(first.read())
  })

  it('follow each other: sign-in, another account, sign-out', async () => {
    const tabs = new BrowserTabs()
    const [here, there] = [0, 1].map(() =>
      openParley(app.url, { session: localStorageSession('test', tabs.open()) }),
    ) as [Parley, Parley]
    const [ada, eve] = [newAccount('ada'), newAccount('eve')]
    const rooms = there.rooms()
    const leave = rooms.subscribe(() => undefined)
    await until('guests have no list', rooms, ({ error }) => error?.code === 'UNAUTHENTICATED')
    await here.register(ada)
    const made = await here.createOfficeRoom()
    await until('the list is that of ada', rooms, (state) => state.rooms.some(({ id }) => id === made.id))
    expect(there.session.getSnapshot()).toEqual(here.session.getSnapshot())
    await here.signOut()
    await until('the list is empty', rooms, (state) => state.rooms.length === 0 && state.connection === 'ended')
    expect(there.session.getSnapshot()).toEqual({ status: 'signedOut', accountId: null, reason: 'SIGNED_OUT' })
    await here.register(eve)
    const other = await here.createOfficeRoom()
    await until(
      'the list is that of eve',
      rooms,
      (state) => state.rooms.length === 1 && state.rooms[0]?.id === other.id,
    )
    leave()
    await until('no listener is left', () => tabs.listeners === 0)
  })
})
