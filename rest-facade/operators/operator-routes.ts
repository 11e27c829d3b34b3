import { z } from 'zod'
import { rules } from '../../schema/rules.js'
import { json } from '../rows/answers.js'
import { banRoutes } from '../accounts/bans-routes.js'
import { doctorRoutes } from './doctor-routes.js'
import { operatorKeysRoutes } from './operator-keys-routes.js'
import { plainRoute, route } from '../rows/route.js'
import type { Route } from '../rows/route.js'
import { AdminsDocument, CreateAdminDocument, SetRoleDocument } from '../operations/service-operations.generated.js'
import type { AdminAnswerFragment } from '../operations/service-operations.generated.js'
import { shapes } from '../rows/shapes.js'

const admin = z.object({
  id: shapes.rowId,
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  isGranted: z.boolean(),
  isListed: z.boolean(),
})

/** The rows of the operator's commands: operations of the service schema, served only on the operator socket. */
export const operatorRoutes: readonly Route[] = [
  plainRoute({
    about: { id: 'listAdmins', tag: 'admin', summary: 'List the administrators' },
    method: 'get',
    path: '/admins',
    token: 'none',
    operation: AdminsDocument,
    answers: z.array(admin),
    answer: ({ admins }) => json((admins ?? []).map(adminBody)),
  }),
  route({
    about: { id: 'createAdmin', tag: 'admin', summary: 'Create an administrator account' },
    method: 'post',
    path: '/admins',
    token: 'none',
    operation: CreateAdminDocument,
    request: z.object({
      body: z.object({ username: rules.username, email: rules.email, password: rules.newPassword }),
    }),
    answers: admin,
    refuses: { badRequest: 'The username or e-mail address is in use.' },
    variables: ({ body }) => ({ input: body }),
    answer: ({ createAdmin }) => json(adminBody(createAdmin.admin)),
  }),
  route({
    about: { id: 'setRole', tag: 'admin', summary: 'Grant or revoke the administrator role' },
    method: 'put',
    path: '/admins/role',
    token: 'none',
    operation: SetRoleDocument,
    request: z.object({ body: z.object({ email: rules.knownEmail, role: z.enum(['USER', 'ADMIN']) }) }),
    answers: z.object({ changed: z.boolean(), adminCount: shapes.count, admin }),
    refuses: { notFound: 'No account has this e-mail address.' },
    variables: ({ body }) => ({ input: body }),
    answer: ({ setRole }) => json({ ...setRole, admin: adminBody(setRole.admin) }),
  }),
  ...banRoutes,
  ...operatorKeysRoutes,
  ...doctorRoutes,
]

function adminBody({ account, isAdmin, isGranted, isListed }: AdminAnswerFragment): z.output<typeof admin> {
  return { ...account, id: Number(account.id), isAdmin, isGranted, isListed }
}
