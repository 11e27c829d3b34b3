import { z } from 'zod'
import { rules } from '../../schema/rules.js'
import { lenient } from '../../src/http/body/lenient.js'
import { json, nothing } from '../rows/answers.js'
import { deletedSince, idempotencyField, idempotencyHeader } from '../rows/idempotency.js'
import { CreateApiKeyDocument, MyApiKeysDocument, RevokeApiKeyDocument } from '../operations/operations.generated.js'
import type { ApiKeyAnswerFragment } from '../operations/operations.generated.js'
import { plainRoute, route } from '../rows/route.js'
import type { Route } from '../rows/route.js'
import { shapes } from '../rows/shapes.js'

const apiKey = z.object({
  id: shapes.rowId,
  name: z.string(),
  prefix: z.string().describe('The first characters of the key, which identify it in a list.'),
  created_at: shapes.instant,
  last_used_at: shapes.instant.nullable(),
  expires_at: shapes.instant.nullable(),
})

/** The API keys of the caller, which its programs use for `/v1`, for REST clients. */
export const apiKeysRoutes: readonly Route[] = [
  route({
    about: {
      id: 'createApiKey',
      tag: 'api keys',
      summary: 'Create an API key',
      details:
        'Only this answer has the key in `text`: send it to `/v1` as `Authorization: Bearer <text>`. A retry with the ' +
        'same idempotency key returns the same API key, with `text` null and `replayed` true.',
    },
    method: 'post',
    path: '/api/auth/api-keys',
    token: 'required',
    operation: CreateApiKeyDocument,
    request: z.object({
      header: idempotencyHeader,
      body: z.object({
        name: rules.apiKeyName,
        expires_at: lenient.optional(z.iso.datetime({ offset: true })),
      }),
    }),
    names: { expires_at: ['expiresAt'] },
    answers: apiKey.extend({ text: z.string().nullable(), replayed: z.boolean() }),
    refuses: {
      notFound: deletedSince,
      conflict: 'The account already has 50 API keys.',
    },
    fields: { ...idempotencyField, 'input.expiresAt': ['body', 'expires_at'] },
    variables: ({ header, body: { name, expires_at: expiresAt } }) => ({
      input: { name, expiresAt, idempotencyKey: header['idempotency-key'] },
    }),
    answer: ({ createApiKey: { apiKey: created, text, replayed } }) => json({ ...keyBody(created), text, replayed }),
  }),
  plainRoute({
    about: {
      id: 'listApiKeys',
      tag: 'api keys',
      summary: 'List the API keys of the caller',
      details: 'At most 50, oldest first, without `text`.',
    },
    method: 'get',
    path: '/api/auth/api-keys',
    token: 'required',
    operation: MyApiKeysDocument,
    answers: z.array(apiKey),
    answer: ({ me }) => json((me?.apiKeys ?? []).map(keyBody)),
  }),
  route({
    about: { id: 'revokeApiKey', tag: 'api keys', summary: 'Revoke an API key' },
    method: 'delete',
    path: '/api/auth/api-keys/:id',
    token: 'required',
    operation: RevokeApiKeyDocument,
    request: z.object({ path: z.object({ id: lenient.rowId }) }),
    answers: 'nothing',
    refuses: { notFound: 'The caller has no such API key.' },
    fields: { id: ['path', 'id'] },
    variables: ({ path }) => ({ id: String(path.id) }),
    answer: () => nothing,
  }),
]

function keyBody({
  id,
  name,
  prefix,
  createdAt,
  lastUsedAt,
  expiresAt,
}: ApiKeyAnswerFragment): z.output<typeof apiKey> {
  return { id: Number(id), name, prefix, created_at: createdAt, last_used_at: lastUsedAt, expires_at: expiresAt }
}
