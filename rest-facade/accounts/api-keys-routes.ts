import { z } from 'zod'
import { lenient } from '@parley/edge'
import { rules } from '../../schema/rules.js'
import { json, nothing } from '../rows/answers.js'
import { deletedSince, idempotencyField, idempotencyHeader } from '../rows/idempotency.js'
import {
  CreateApiKeyDocument,
  MyApiKeysDocument,
  RevokeApiKeyDocument,
  UpdateApiKeyDocument,
  type ApiKeyAnswerFragment,
  type LimitAnswerFragment,
} from '../operations/operations.generated.js'
import { plainRoute, route, type Route } from '../rows/route.js'
import { notByKey } from '../rows/not-by-key.js'
import { shapes } from '../rows/shapes.js'
import { apiKeyScopes } from '../../src/api-keys/api-key.js'

const scopesText =
  'What the key opens: `v1` the endpoints of `/v1`, `api` the other endpoints and GraphQL, without acts on the account itself, `mcp` the MCP server at `/mcp`.'
const noLimit = 'Null means no limit besides those of the account.'
const limit = z.object({
  used: shapes.count,
  limit: shapes.count.nullable(),
  resets_at: shapes.instant.nullable().describe('When `used` is reset to 0.'),
})

const apiKey = z.object({
  id: shapes.rowId,
  name: z.string(),
  prefix: z.string().describe('The first characters of the key, which identify it in a list.'),
  scopes: z.array(z.enum(apiKeyScopes)).describe(scopesText),
  created_at: shapes.instant,
  last_used_at: shapes.instant.nullable(),
  expires_at: shapes.instant.nullable(),
  models: z
    .array(z.string())
    .nullable()
    .describe('The models that the key may use; `character/*` means every character. Null means all.'),
  messages_per_day: shapes.count.nullable().describe(noLimit),
  tokens_per_month: shapes.count.nullable().describe(noLimit),
  usage: z.object({
    messages: limit.describe('Completions that were accepted today (UTC).'),
    tokens: limit.describe('Tokens of prompts and replies this month (UTC).'),
  }),
})

const limitFields = z.object({
  scopes: z.array(z.enum(apiKeyScopes)).min(1).max(10).optional().describe(`${scopesText} By default \`v1\`.`),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
  models: rules.apiKeyModels
    .nullish()
    .describe('`local`, hosted models, `character/<id>`, or `character/*` for every character. Null means all.'),
  messages_per_day: lenient.integer(1).nullish().describe(noLimit),
  tokens_per_month: lenient.integer(1).nullish().describe(noLimit),
})
const names = {
  expires_at: ['expiresAt'],
  messages_per_day: ['messagesPerDay'],
  tokens_per_month: ['tokensPerMonth'],
}
const wireScopes = { v1: 'V1', api: 'API', mcp: 'MCP' } as const
const scopesOnWire = { V1: 'v1', API: 'api', MCP: 'mcp' } as const
const fields = {
  'input.expiresAt': ['body', 'expires_at'],
  'input.messagesPerDay': ['body', 'messages_per_day'],
  'input.tokensPerMonth': ['body', 'tokens_per_month'],
} as const
const noSuchKey = 'The caller has no such API key.'

/** The API keys of the caller, which its programs use, for REST clients. */
export const apiKeysRoutes: readonly Route[] = [
  route({
    about: {
      id: 'createApiKey',
      tag: 'api keys',
      summary: 'Create an API key',
      details:
        'Only this answer has the key in `text`: send it as `Authorization: Bearer <text>`. A retry with the ' +
        'same idempotency key returns the same API key, with `text` null and `replayed` true.',
    },
    method: 'post',
    path: '/api/auth/api-keys',
    token: 'required',
    operation: CreateApiKeyDocument,
    request: z.object({
      header: idempotencyHeader,
      body: limitFields.extend({ name: rules.apiKeyName }),
    }),
    names,
    answers: apiKey.extend({ text: z.string().nullable(), replayed: z.boolean() }),
    refuses: {
      forbidden: notByKey,
      notFound: deletedSince,
      conflict: 'The account already has 50 API keys.',
    },
    fields: { ...idempotencyField, ...fields },
    variables: ({ header, body: { name, ...sent } }) => ({
      input: { name, ...limitsOf(sent), idempotencyKey: header['idempotency-key'] },
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
    refuses: { forbidden: notByKey },
    answer: ({ me }) => json((me?.apiKeys ?? []).map(keyBody)),
  }),
  route({
    about: {
      id: 'updateApiKey',
      tag: 'api keys',
      summary: 'Change the name, the expiry or the limits of an API key',
      details: 'An absent field keeps its value, `null` removes a limit.',
    },
    method: 'put',
    path: '/api/auth/api-keys/:id',
    token: 'required',
    operation: UpdateApiKeyDocument,
    request: z.object({
      path: z.object({ id: lenient.rowId }),
      body: limitFields.extend({ name: rules.apiKeyName.optional() }),
    }),
    names,
    answers: apiKey,
    refuses: { forbidden: notByKey, notFound: noSuchKey },
    fields: { ...fields, id: ['path', 'id'] },
    variables: ({ path, body: { name, ...sent } }) => ({ id: String(path.id), input: { name, ...limitsOf(sent) } }),
    answer: ({ updateApiKey: { apiKey: changed } }) => json(keyBody(changed)),
  }),
  route({
    about: { id: 'revokeApiKey', tag: 'api keys', summary: 'Revoke an API key' },
    method: 'delete',
    path: '/api/auth/api-keys/:id',
    token: 'required',
    operation: RevokeApiKeyDocument,
    request: z.object({ path: z.object({ id: lenient.rowId }) }),
    answers: 'nothing',
    refuses: { forbidden: notByKey, notFound: noSuchKey },
    fields: { id: ['path', 'id'] },
    variables: ({ path }) => ({ id: String(path.id) }),
    answer: () => nothing,
  }),
]

function limitsOf(sent: z.output<typeof limitFields>) {
  const {
    scopes,
    expires_at: expiresAt,
    models,
    messages_per_day: messagesPerDay,
    tokens_per_month: tokensPerMonth,
  } = sent
  return {
    expiresAt,
    models,
    messagesPerDay,
    tokensPerMonth,
    ...(scopes && { scopes: scopes.map((scope) => wireScopes[scope]) }),
  }
}

function keyBody(key: ApiKeyAnswerFragment): z.output<typeof apiKey> {
  const { id, name, prefix, scopes, createdAt, lastUsedAt, expiresAt, models, messagesPerDay, tokensPerMonth, usage } =
    key
  return {
    id: Number(id),
    name,
    prefix,
    scopes: scopes.map((scope) => scopesOnWire[scope]),
    created_at: createdAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
    models: models && [...models],
    messages_per_day: messagesPerDay,
    tokens_per_month: tokensPerMonth,
    usage: { messages: limitBody(usage.messages), tokens: limitBody(usage.tokens) },
  }
}

function limitBody({ used, limit: max, resetsAt }: LimitAnswerFragment): z.output<typeof limit> {
  return { used, limit: max, resets_at: resetsAt }
}
