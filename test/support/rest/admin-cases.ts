import { applicationCases } from './application-cases.js'
import type { Cases, World } from './endpoint-cases.js'

const asUser = ({ app, eve }: World) => ({ by: app.adminService(eve.token) })

const vip = { membershipType: 'VIP' }

export const adminCases: Cases = {
  readUserStats: { 403: asUser, 500: 'without its database' },
  listAllCharacters: { 200: { query: '?limit=1' }, 403: asUser, 500: 'without its database' },
  setUserMembership: {
    200: ({ eve }) => ({ path: { id: eve.id }, body: { membershipType: 'BASIC' } }),
    400: ({ eve }) => ({ path: { id: eve.id }, body: { membershipType: 'GOLD' } }),
    403: ({ app, eve }) => ({ by: app.adminService(eve.token), path: { id: eve.id }, body: vip }),
    404: { path: { id: '999999' }, body: vip },
    500: 'without its database',
  },
  login: applicationCases['login'] ?? {},
  completeSignIn: applicationCases['completeSignIn'] ?? {},
  isReady: { 503: 'without its database' },
}
