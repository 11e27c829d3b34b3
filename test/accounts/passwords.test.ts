import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserTable } from '../../src/database/tables/users.js'
import { VerificationApp } from '../support/accounts/verification-app.js'

let world: VerificationApp
beforeAll(async () => {
  world = await VerificationApp.open({ roles: 'app' })
})
afterAll(() => world.close())

const agreed = { eulaAgreed: true, privacyAgreed: true }
/** Registers an account over each door; returns the rule that the password breaks, or `registered`. */
const doors = [
  {
    name: 'GraphQL',
    register: async (email: string, password: string) => {
      const text = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
      const input = { username: `name of ${email}`, email, password, ...agreed }
      const { errors } = await world.app.stranger().graphql(text, { input })
      const [fault] = (errors[0]?.extensions.fields ?? []) as { path: string[]; rule: string }[]
      return fault ? `${fault.path.join('.')} ${fault.rule}` : 'registered'
    },
    refusals: {
      common: 'input.password common',
      format: 'input.password format',
      short: 'input.password min_length',
    },
  },
  {
    name: 'REST',
    register: async (email: string, password: string) => {
      const sent = { username: `name of ${email}`, email, password, ...agreed }
      const { status, body } = await world.app.stranger().rest('POST', '/api/users/register', sent)
      const [fault] = (body as { detail?: { location: string[]; type: string }[] }).detail ?? []
      return fault ? `${status} ${fault.location.join('.')} ${fault.type}` : 'registered'
    },
    refusals: {
      common: '422 body.password value_error',
      format: '422 body.password value_error',
      short: '422 body.password string_too_short',
    },
  },
]

const decomposed = 'cafe\u0301 cre\u0300me'
const composed = 'caf\u00e9 cr\u00e8me'

describe.each(doors)('a new password over $name', ({ register, refusals }) => {
  it.each([
    ['composed letters', decomposed, composed],
    ['composed Hangul', '\u1112\u1161\u11ab\u1100\u1173\u11af password', '한글 password'],
    ['one kind of space', 'correct\u00a0horse\u3000battery', 'correct horse battery'],
  ])('is the same one with %s', async (_what, sent, typed) => {
    const email = world.newAddress()
    expect(await register(email, sent)).toBe('registered')
    expect(await world.login(email, typed)).not.toBe('UNAUTHENTICATED')
    expect(await world.login(email, sent)).not.toBe('UNAUTHENTICATED')
  })

  it.each([
    ['case', 'Correct Horse', 'correct horse'],
    ['width', 'ｃｏｒｒｅｃｔ horse', 'correct horse'],
    ['spaces at its ends', ' correct horse ', 'correct horse'],
  ])('keeps its %s', async (_what, sent, other) => {
    const email = world.newAddress()
    expect(await register(email, sent)).toBe('registered')
    expect(await world.login(email, other)).toBe('UNAUTHENTICATED')
    expect(await world.login(email, sent)).not.toBe('UNAUTHENTICATED')
  })

  it.each([
    ['a tab', 'correct\thorse'],
    ['a character that Unicode has not assigned', 'correct\u0378horse'],
    ['a private one', 'correct\ue000horse'],
    ['one that cannot be seen', 'correct\u200bhorse'],
    ['a joiner between letters that do not join', 'correct\u200dhorse'],
    ['a middle dot of no Catalan word', 'correct·horse'],
    ['digits of two kinds that look alike', 'correct ٠ horse ۰'],
  ])('cannot have %s', async (_what, sent) => {
    expect(await register(world.newAddress(), sent)).toBe(refusals.format)
  })

  it.each([
    ['a Persian word with its joiner', 'می‌خواهم ۱۲۳۴'],
    ['a letter of Devanagari with its joiner', 'क्‍ष correct horse'],
    ['a Catalan word with its dot', 'al·lot correct'],
    ['a Japanese name with its dot', 'ジャン・ピエール'],
    ['emoji', '😀😀😀😀😀😀😀😀'],
  ])('can have %s', async (_what, sent) => {
    expect(await register(world.newAddress(), sent)).toBe('registered')
  })

  it('has its length after the preparation, in code points', async () => {
    expect(await register(world.newAddress(), 'e\u0301'.repeat(7))).toBe(refusals.short)
    expect(await register(world.newAddress(), '😀'.repeat(7))).toBe(refusals.short)
    expect(await register(world.newAddress(), 'e\u0301'.repeat(255))).toBe('registered')
  })

  it.each(['password', 'Password1', 'ILOVEYOU', '1234567890', 'dalmatio'])(
    'is not %s, which is one of the most common',
    async (sent) => {
      expect(await register(world.newAddress(), sent)).toBe(refusals.common)
    },
  )
})

describe('the hash of an earlier release', () => {
  const hashOf = async (email: string) => (await world.accountOf(email))?.passwordHash
  async function accountOf(password: string) {
    const email = world.newAddress()
    const { id } = await world.register(email)
    const passwordHash = await hash(password)
    await world.app.app.database.write((db) => db.update(UserTable, { id }, { passwordHash }))
    return { email, passwordHash }
  }

  it('goes on working, and is replaced by that of the prepared password at the next sign-in', async () => {
    const { email, passwordHash } = await accountOf(decomposed)
    expect(await world.login(email, composed)).toBe('UNAUTHENTICATED')
    expect(await hashOf(email)).toBe(passwordHash)
    expect(await world.login(email, decomposed)).not.toBe('UNAUTHENTICATED')
    expect(await hashOf(email)).not.toBe(passwordHash)
    expect(await world.login(email, composed)).not.toBe('UNAUTHENTICATED')
    expect(await world.login(email, decomposed)).not.toBe('UNAUTHENTICATED')
  })

  it.each(['password', 'tab\tin it', 'half \u200d invisible'])(
    'works with %j, which cannot be set any more',
    async (sent) => {
      const { email, passwordHash } = await accountOf(sent)
      expect(await world.login(email, sent)).not.toBe('UNAUTHENTICATED')
      expect(await hashOf(email)).toBe(passwordHash)
    },
  )
})
