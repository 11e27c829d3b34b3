import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestApp } from './support/app.js'
import type { TestApp } from './support/app.js'
import { password } from './support/person.js'
import type { Person } from './support/person.js'

const minute = 60_000

let now = Date.now()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
})
afterAll(() => app.close())

const emailOf = ({ username }: Person) => `${username}@example.com`
const signIn = (email: string, secret = 'wrong') =>
  app.stranger().rest('POST', '/api/users/login', { email, password: secret })

async function failTenTimes(email: string): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) expect(await signIn(email)).toMatchObject({ status: 401 })
}

describe('failed logins', () => {
  it('are refused from the eleventh on, also with the right password, until ten minutes after the first', async () => {
    const ada = await app.person('ada')
    await failTenTimes(emailOf(ada))
    now += 9.5 * minute + 1
    const refused = await signIn(emailOf(ada), password)
    expect(refused).toMatchObject({ status: 429, body: { detail: 'Too many requests' } })
    expect(refused.headers.get('retry-after')).toBe('30')
    now += minute / 2
    expect(await signIn(emailOf(ada), password)).toMatchObject({ status: 200 })
  })

  it('are the same for an address that nobody has', async () => {
    await failTenTimes('nobody@example.com')
    const [refused, again] = [await signIn('nobody@example.com'), await signIn('NOBODY@example.com')]
    expect([refused.status, again.status]).toEqual([429, 429])
  })

  it('are forgotten by a login that succeeds', async () => {
    const ada = await app.person('ada')
    for (let rounds = 0; rounds < 2; rounds += 1) {
      for (let tries = 0; tries < 9; tries += 1) await signIn(emailOf(ada))
      expect(await signIn(emailOf(ada), password)).toMatchObject({ status: 200 })
    }
  })

  it('are counted one by one when a hundred come at once, and ten passwords are looked at', async () => {
    const { username } = await app.person('ada')
    const tries = Array.from({ length: 100 }, () => signIn(`${username}@example.com`))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(90)
  })

  it('are none when thirty come at once and are all right', async () => {
    const ada = await app.person('ada')
    const tries = await Promise.all(Array.from({ length: 30 }, () => signIn(emailOf(ada), password)))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
