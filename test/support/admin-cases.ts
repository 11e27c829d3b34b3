import { applicationCases } from './application-cases.js'
import type { Cases, World } from './endpoint-cases.js'

const asNobodyInParticular = ({ app, eve }: World) => ({ by: app.adminService(eve.token) })

export const adminCases: Cases = {
  readUserStats: { 403: asNobodyInParticular },
  listAllCharacters: { 200: { query: '?limit=1' }, 403: asNobodyInParticular },
  login: applicationCases['login'] ?? {},
}
