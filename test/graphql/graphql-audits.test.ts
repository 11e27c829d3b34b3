import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { auditServer } from 'graphql-http'
import { createTestApp, type TestApp } from '../support/app/app.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('passes the GraphQL over HTTP audits, with the three known warnings', async () => {
  const results = await auditServer({ url: `${app.url}/graphql` })
  const of = (status: string) => results.filter((result) => result.status === status)
  expect(of('error').map(({ id, name }) => `${id} ${name}`)).toEqual([])
  expect(of('warn').map(({ id }) => id)).toEqual(['572B', 'FDE2', '7B9B'])
  expect(of('ok')).toHaveLength(58)
})
