import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { AuditEntry } from '../../src/audit/audit-entry.js'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { noLimits } from '../support/app/many-people.js'
import { Person } from '../support/app/person.js'
import { IdentityServer } from '../support/accounts/identity-server.js'
import { grantOf, newAddress, newPerson, registrationApis, tokenIn } from '../support/accounts/registration-apis.js'
import { graphqlApi } from '../support/accounts/social-apis.js'
import { clients, openidSettings } from '../support/accounts/social-settings.js'

let app: TestApp
let other: TestApp
beforeAll(async () => {
  const env = { RATE_LIMITS: noLimits, REGISTRATION: 'closed' }
  app = await createTestApp({ env })
  // on PostgreSQL two instances share the store
  other = app.databaseUrl === undefined ? app : await createTestApp({ env, databaseUrl: app.databaseUrl })
})
afterAll(async () => {
  if (other !== app) await other.close()
  await app.close()
})

const [{ register }] = registrationApis
const unusable = 'BAD_USER_INPUT: This invitation is used, expired or revoked, or it is for another address'

it('makes one administrator of 20 people who use it at once on every instance, in place of an earlier link', async () => {
  const { invitations, admins, audit } = app.app.product
  const first = await invitations.createFirstSetUp()
  expect(first).toMatch(/\/#\/set-up\?invitation=[\w-]{32}$/)
  const second = await invitations.createSetUp({ kind: 'service' })
  expect(await register(app, newAddress(), { invitationToken: tokenIn(first ?? '') })).toBe(unusable)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      register(number % 2 === 0 ? app : other, newAddress(), { invitationToken: tokenIn(second) }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'registered')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === unusable)).toHaveLength(19)
  expect(await admins.list()).toHaveLength(1)
  const { nodes } = await audit.list({})
  expect(nodes.map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ['ACCOUNT_CREATED', 'INVITATION'],
    ['SET_UP_LINK_CREATED', 'OPERATOR'],
    ['SET_UP_LINK_CREATED', 'OPERATOR'],
  ])
  const [{ details }] = nodes as [AuditEntry]
  expect(details).toEqual({ role: 'ADMIN', membership: 'BASIC', invitation: 'set-up' })
})

it('is made only while there is no administrator, and at a start only while there is no account', async () => {
  const { invitations } = app.app.product
  await expect(invitations.createSetUp({ kind: 'service' })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await invitations.createFirstSetUp()).toBeUndefined()
})

it('ends once there is an administrator, however it was made', async () => {
  const other = await createTestApp({ env: { RATE_LIMITS: noLimits } })
  try {
    const url = await other.app.product.invitations.createSetUp({ kind: 'service' })
    await other.admin()
    expect(await register(other, newAddress(), { invitationToken: tokenIn(url) })).toBe(unusable)
  } finally {
    await other.close()
  }
})

it('makes an account that a provider joins, as one of an invitation with its address', async () => {
  const server = await IdentityServer.open()
  const other = await createTestApp({ env: { RATE_LIMITS: noLimits, ...openidSettings('A', clients.post, server) } })
  try {
    const email = newAddress()
    const url = await other.app.product.invitations.createFirstSetUp()
    expect(await register(other, email, { invitationToken: tokenIn(url ?? '') })).toBe('registered')
    const grant = await grantOf(server, newPerson(server, email))
    const token = await graphqlApi.enter(other.stranger(), 'a', grant)
    const { me } = await new Person(other.url, '', '', token).data('{ me { email emailVerified role } }')
    expect(me).toEqual({ email, emailVerified: true, role: 'ADMIN' })
  } finally {
    await other.close()
    await server.close()
  }
})
