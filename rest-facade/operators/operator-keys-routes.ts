import { z } from 'zod'
import { rules } from '../../schema/rules.js'
import { lenient } from '../../src/http/body/lenient.js'
import { json } from '../rows/answers.js'
import { accountIdOf } from '../accounts/account-id.js'
import { runRoute } from '../rows/route.js'
import type { Route } from '../rows/route.js'
import { CreateApiKeyForDocument } from '../operations/service-operations.generated.js'
import { shapes } from '../rows/shapes.js'

/** API keys that the operator creates for an account, identified by its e-mail address. */
export const operatorKeysRoutes: readonly Route[] = [
  runRoute({
    about: { id: 'createApiKeyFor', tag: 'admin', summary: 'Create an API key of an account' },
    method: 'post',
    path: '/api-keys',
    token: 'none',
    request: z.object({
      body: z.object({
        email: rules.knownEmail,
        name: rules.apiKeyName,
        expiresAt: lenient.optional(z.iso.datetime({ offset: true })),
      }),
    }),
    answers: z.object({
      account: z.object({ id: shapes.rowId, username: z.string(), email: z.string() }),
      apiKey: z.object({ id: shapes.rowId, name: z.string(), expiresAt: shapes.instant.nullable() }),
      text: z.string(),
    }),
    refuses: { notFound: 'No account has this e-mail address.', conflict: 'The account already has 50 API keys.' },
    fields: { 'input.expiresAt': ['body', 'expiresAt'] },
    run: async ({ body: { email, ...key } }, execute) => {
      const accountId = await accountIdOf(email, execute)
      const { createApiKeyFor } = await execute(CreateApiKeyForDocument, { input: { accountId, ...key } })
      const { account, apiKey, text } = createApiKeyFor
      return json({
        account: { ...account, id: Number(account.id) },
        apiKey: { ...apiKey, id: Number(apiKey.id) },
        text,
      })
    },
  }),
]
