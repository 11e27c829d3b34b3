import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { z } from 'zod'
import { AppError } from '@parley/runtime'
import { argumentRule } from '../../resolvers/pipeline/validate-input.js'
import { createTestApp, type TestApp } from '../support/app/app.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const register = 'mutation ($input: RegisterInput!) { register(input: $input) { account { id } } }'
const good = { username: 'u', email: 'u@example.com', password: 'long enough', eulaAgreed: true, privacyAgreed: true }

it.each([
  ['username', '', 'min_length', 1, 'Must have at least 1 character'],
  ['password', 'short', 'min_length', 8, 'Must have at least 8 characters'],
  ['username', '🚀'.repeat(101), 'max_length', 100, 'Must have at most 100 characters'],
  ['email', 'nobody', 'format', undefined, 'Not a valid e-mail address'],
])('GraphQL says what is wrong with a %s in words of our own', async (key, value, rule, limit, message) => {
  const { errors } = await app.stranger().graphql(register, { input: { ...good, [key]: value } })
  const field = { path: ['input', key], rule, message, ...(limit === undefined ? {} : { limit }) }
  expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT', fields: [field] } }])
})

it('GraphQL bounds the texts of a character', async () => {
  const ada = await app.person('ada')
  const create = 'mutation ($input: CharacterInput!) { createCharacter(input: $input) { character { id } } }'
  const texts = { greeting: '🚀'.repeat(65_536), context: 'x'.repeat(65_536) }
  const { errors } = await ada.graphql(create, { input: { name: 'x', ...texts } })
  const field = { rule: 'max_length', limit: 65_535, message: 'Must have at most 65535 characters' }
  expect(errors[0]?.extensions.fields).toEqual([
    { ...field, path: ['input', 'greeting'] },
    { ...field, path: ['input', 'context'] },
  ])
})

it('GraphQL reports a fault of an argument in our own words', async () => {
  const search = 'query ($search: String) { characters(search: $search) { nodes { id } } }'
  const { errors } = await app.stranger().graphql(search, { search: 'x'.repeat(201) })
  expect(errors.map(({ message }) => message)).toEqual(['Must have at most 200 characters'])
})

it('has a sentence for faults without one in their rule', async () => {
  const messageFor = async (rule: z.ZodType, value: unknown) => {
    try {
      await argumentRule('x', rule)(value, String, { context: {} } as never)
    } catch (error) {
      return error instanceof AppError ? error.message : error
    }
    return 'taken'
  }
  expect(await messageFor(z.enum(['a']), 'b')).toBe('Is not an accepted value')
  expect(await messageFor(z.email(), 'b')).toBe('Is not an accepted value')
  expect(await messageFor(z.number().max(5), 6)).toBe('Must be at most 5')
  expect(await messageFor(z.string(), 6)).toBe('Is of another type')
})
