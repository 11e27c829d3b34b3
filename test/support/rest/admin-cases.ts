import { applicationCases } from './application-cases.js'
import type { Cases, World } from './endpoint-cases.js'

const asUser = ({ app, eve }: World) => ({ by: app.adminService(eve.token) })

export const adminCases: Cases = {
  readUserStats: { 403: asUser, 500: 'without its database' },
  listAllCharacters: { 200: { query: '?limit=1' }, 403: asUser, 500: 'without its database' },
  login: applicationCases['login'] ?? {},
  isReady: { 503: 'without its database' },
}
