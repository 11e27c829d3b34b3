import type { Cases } from './endpoint-cases.js'
import { password } from './person.js'

const ofAdministrators: Cases[string] = {
  200: { query: '?limit=1' },
  403: ({ app, ada }) => ({ by: app.adminService(ada.token) }),
  500: 'test/openapi.test.ts',
}

export const adminCases: Cases = {
  readUserStats: ofAdministrators,
  listAllCharacters: ofAdministrators,
  login: {
    200: ({ ada }) => ({ body: { email: `${ada.username}@example.com`, password } }),
    401: { body: { email: 'nobody@example.com', password } },
  },
  isReady: { 503: 'test/openapi.test.ts' },
}
