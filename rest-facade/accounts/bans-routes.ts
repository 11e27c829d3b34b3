import { z } from 'zod'
import { rules } from '../../schema/rules.js'
import { lenient } from '../../src/http/body/lenient.js'
import { accountIdOf } from './account-id.js'
import { json } from '../rows/answers.js'
import { runRoute } from '../rows/route.js'
import type { Route } from '../rows/route.js'
import { BanUserDocument, UnbanUserDocument } from '../operations/service-operations.generated.js'
import type { BannedAccountFragment } from '../operations/service-operations.generated.js'
import { shapes } from '../rows/shapes.js'

const banShape = z.object({
  id: shapes.rowId,
  username: z.string(),
  email: z.string(),
  ban: z.object({ until: shapes.instant.nullable() }).nullable(),
})

const refuses = { notFound: 'No account with this address.' } as const

/** Bans, for the operator, who identifies accounts by e-mail address. */
export const banRoutes: readonly Route[] = [
  runRoute({
    about: { id: 'ban', tag: 'admin', summary: 'Keep an account out' },
    method: 'put',
    path: '/bans',
    token: 'none',
    request: z.object({
      body: z.object({
        email: rules.knownEmail,
        reason: lenient.optional(rules.banReason),
        until: lenient.optional(z.iso.datetime({ offset: true })),
      }),
    }),
    answers: banShape,
    refuses,
    run: async ({ body: { email, reason, until } }, execute) => {
      const { banUser } = await execute(BanUserDocument, { id: await accountIdOf(email, execute), reason, until })
      return json(banBody(banUser.account))
    },
  }),
  runRoute({
    about: { id: 'unban', tag: 'admin', summary: 'Let an account in again' },
    method: 'post',
    path: '/bans/lift',
    token: 'none',
    request: z.object({ body: z.object({ email: rules.knownEmail }) }),
    answers: banShape,
    refuses,
    run: async ({ body: { email } }, execute) => {
      const { unbanUser } = await execute(UnbanUserDocument, { id: await accountIdOf(email, execute) })
      return json(banBody(unbanUser.account))
    },
  }),
]

function banBody({ id, username, email, ban }: BannedAccountFragment): z.output<typeof banShape> {
  return { id: Number(id), username, email, ban }
}
