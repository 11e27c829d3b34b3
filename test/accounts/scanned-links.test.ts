import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import { at, password, type Person } from '../support/app/person.js'
import { allRows } from '../support/app/rows.js'
import { newAddress, registrationApis } from '../support/accounts/registration-apis.js'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: noLimits } })
})
afterAll(() => app.close())

const [{ register }] = registrationApis
const tokenIn = (url: string) => url.slice(url.lastIndexOf('=') + 1)
const invite = (invitationToken: string) => register(app, newAddress(), { invitationToken })

interface Link {
  readonly make: () => Promise<string>
  /** The mutation that the form behind the link sends. */
  readonly mutation: (token: string) => string
  readonly use: (token: string) => Promise<string>
  /** What `use` returns the first time. */
  readonly used: string
}

/** The first one makes the administrator of the others. */
const links: Readonly<Record<string, Link>> = {
  'the set-up link': {
    make: () => app.app.product.invitations.createSetUp({ kind: 'service' }),
    mutation: (token) => registration(token),
    use: invite,
    used: 'registered',
  },
  'an invitation': {
    make: async () => {
      admin = await app.admin()
      return at(await admin.data('mutation { createInvitation(input: {}) { url } }'), 'createInvitation', 'url')
    },
    mutation: (token) => registration(token),
    use: invite,
    used: 'registered',
  },
  'a password link': {
    make: async () => {
      const { id } = await app.person()
      const made = await admin.data(`mutation { createPasswordLink(input: { accountId: ${id} }) { url } }`)
      return at(made, 'createPasswordLink', 'url')
    },
    mutation: (token) =>
      `mutation { usePasswordLink(input: { token: "${token}", newPassword: "${password}" }) { account { id } } }`,
    use: async (token) => {
      const query = 'mutation ($input: UsePasswordLinkInput!) { usePasswordLink(input: $input) { account { id } } }'
      const { errors } = await app.stranger().graphql(query, { input: { token, newPassword: password } })
      return errors[0]?.extensions.code ?? 'used'
    },
    used: 'used',
  },
}

function registration(token: string): string {
  const person = `username: "Scanner", email: "scanner@example.com", password: "${password}"`
  return `mutation { register(input: { ${person}, invitationToken: "${token}", eulaAgreed: true, privacyAgreed: true }) { account { id } } }`
}

it.each(Object.entries(links))(
  '%s is not used up by a program that looks at it',
  async (_, { make, mutation, use, used }) => {
    const url = new URL(await make())
    const token = tokenIn(url.href)
    const before = await allRows(app)
    const behind = url.hash.slice(1)
    // as mail scanners write an address: without its end, or as if that were a part of the path or the query
    const addresses = ['/', behind, `/${encodeURIComponent(url.hash)}`, `/?${behind.split('?')[1]}`]
    const queries = [`{ invitation(token: "${token}") { role } }`, mutation(token)]
    const asked = queries.map((query) => `/graphql?query=${encodeURIComponent(query)}`)
    for (const path of [...addresses, ...asked])
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(app.url + path, { method, headers: { accept: 'text/html,*/*' } })
        expect(answer.status).toBeLessThan(500)
        expect(await answer.text()).not.toContain('"account"')
      }
    expect(await allRows(app)).toEqual(before)
    expect(await use(token)).toBe(used)
    expect(await use(token)).toMatch('BAD_USER_INPUT')
  },
)
