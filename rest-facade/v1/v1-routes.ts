import { Router } from 'express'
import { z } from 'zod'
import { answerErrors, errorMiddleware, mountPath, unknownRoute } from '@parley/edge'
import type { Logger } from '@parley/runtime'
import { sendRefusalPage } from '../../src/http/pages/refusal-page.js'
import type { Endpoint, Refusals } from '../../src/http/openapi/endpoint.js'
import { json } from '../rows/answers.js'
import { mountRoutes } from '../mount.js'
import { plainRoute, route, type Route } from '../rows/route.js'
import type { SchemaCaller, StreamingClient } from '../rows/schema-client.js'
import { shapes } from '../rows/shapes.js'
import {
  CompletionModelDocument,
  CompletionModelsDocument,
  type OfferedModelFragment,
} from '../operations/service-operations.generated.js'
import { chatCompletionShape } from './chat-completion.js'
import { chatCompletionBody } from './chat-completion-request.js'
import { chatCompletions } from './chat-completions.js'
import { protocolAnswer, protocolErrorShape } from './protocol-error.js'
import { noSuchModel } from './schema-failures.js'

const refusal = (when: string) => ({ when, body: protocolErrorShape })

const refuses = {
  unauthorized: refusal('The API key is missing, wrong, revoked or expired. Session tokens are refused.'),
  tooManyRequests: refusal('Too many invalid API keys from one IP address.'),
  serverError: refusal('An internal error.'),
  databaseError: refusal('A store cannot be reached.'),
} as const satisfies Refusals

const modelShape = z
  .object({
    id: z.string().describe('The value of `model` in requests.'),
    object: z.literal('model'),
    created: shapes.count.describe('When the character was created, in seconds since 1970; 0 for a model.'),
    owned_by: z.string(),
    context_length: shapes.count.nullable().describe('Tokens of prompt and reply together; null if unknown.'),
    max_completion_tokens: shapes.count.describe(
      'The most tokens of a reply; of a hosted model, the most that a request can ask for.',
    ),
    name: z.string().describe('A name for people.'),
    vision: z.boolean().describe('Whether it receives the images of messages.'),
    tools: z.boolean().describe('Whether it can call tools.'),
    thoughts: z.boolean().describe('Whether it shows its thoughts before a reply.'),
    supported_parameters: z
      .array(z.string())
      .describe('Names of parameters, as model lists of this protocol have them.'),
  })
  .meta({ id: 'Model' })

const modelRoutes: readonly Route[] = [
  plainRoute({
    about: {
      id: 'listModels',
      tag: 'completions',
      summary: 'List the models of completions',
      details:
        'The models that can answer now, and the newest 100 characters of the caller. Public characters of other accounts can be used too.',
    },
    method: 'get',
    path: '/v1/models',
    token: 'key',
    operation: CompletionModelsDocument,
    answers: z.object({ object: z.literal('list'), data: z.array(modelShape) }),
    refuses,
    answer: ({ completionModels }) => json({ object: 'list' as const, data: completionModels.map(modelBody) }),
  }),
  route({
    about: {
      id: 'readModel',
      tag: 'completions',
      summary: 'Read a model of completions',
      details: 'The slash of `character/<id>` is encoded as `%2F`.',
    },
    method: 'get',
    path: '/v1/models/:model',
    token: 'key',
    operation: CompletionModelDocument,
    request: z.object({ path: z.object({ model: z.string() }) }),
    answers: modelShape,
    refuses: {
      ...refuses,
      badRequest: refusal('The path is invalid.'),
      notFound: refusal('The model does not exist, or is a private character of another account.'),
    },
    variables: ({ path }) => ({ name: path.model }),
    answer: ({ completionModel }) => {
      if (!completionModel) throw noSuchModel()
      return json(modelBody(completionModel))
    },
  }),
]

const completionEndpoint: Endpoint = {
  about: {
    id: 'createChatCompletion',
    tag: 'completions',
    summary: 'Answer a conversation',
    details:
      'In the protocol of OpenAI, for its clients. Nothing of it is stored. A hosted model receives the messages as they are, a local ' +
      'one what its template can express of them; it continues an assistant message at the end. Other keys than these are ignored; ' +
      'those of messages and tool calls are for a hosted model and an inference server. ' +
      'A reply of a local model is never longer than `max_completion_tokens` of its model; for a hosted one that bounds what a request asks for.',
  },
  method: 'post',
  paths: ['/v1/chat/completions'],
  token: 'key',
  request: z.object({ body: chatCompletionBody }),
  names: {},
  answers: chatCompletionShape,
  streams:
    'With `stream`: `chat.completion.chunk` objects, then `[DONE]`. A failure after the head of the answer is an `error` object.',
  refuses: {
    ...refuses,
    badRequest: refusal(
      'A parameter is invalid or not supported, or the conversation does not fit the context of the model.',
    ),
    notFound: refusal(
      'The model does not exist, is not included in the membership, or is a private character of another account.',
    ),
    tooManyRequests: refusal(
      'Too many wrong keys from one IP address; `insufficient_quota`: the messages of the day or the tokens of the month ' +
        'are used up; `rate_limit_exceeded`: too many replies of the account at a time.',
    ),
    payloadTooLarge: refusal(
      'The body is larger than 8 MiB, or than 1 MiB if it is compressed or has no `Content-Length`, or has more than 100,000 values.',
    ),
    unsupportedMediaType: refusal('The type, charset or encoding of the body is not supported.'),
    invalidRequest: false,
    badGateway: refusal('The hosted model failed.'),
    unavailable: refusal('No model is available now.'),
    gatewayTimeout: refusal('The model did not answer in time, including the time in the queue.'),
  },
}

export const v1Endpoints: readonly Endpoint[] = [completionEndpoint, ...modelRoutes]

/** The endpoints of OpenAI's protocol that are served, and its form of refusals for everything else under `/v1`. */
export function mountV1<Caller extends SchemaCaller>(
  client: StreamingClient<Caller>,
  { log }: { readonly log: Logger },
): Router {
  const router = Router({ caseSensitive: true })
  mountPath(router, '/v1/chat/completions', { post: chatCompletions(client) })
  router.use(mountRoutes(client, modelRoutes))
  router.use('/v1', unknownRoute(sendRefusalPage), errorMiddleware(answerErrors(log, protocolAnswer)))
  return router
}

const supportedParameters = [
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'frequency_penalty',
  'presence_penalty',
  'stop',
  'seed',
  ...['response_format', 'structured_outputs'],
]
/** Of models of this machine; the protocol lacks them. */
const localParameters = ['top_k', 'min_p', 'repeat_penalty', 'repetition_penalty']
const toolParameters = ['tools', 'tool_choice', 'parallel_tool_calls']

function modelBody({ name, label, createdAt, contextTokens, maxTokens, ...abilities }: OfferedModelFragment) {
  const { vision, tools, thoughts } = abilities
  const created = createdAt === null ? 0 : Math.floor(Date.parse(createdAt) / 1000)
  const isLocal = name === 'local' || createdAt !== null
  const owner = createdAt === null ? 'parley' : 'user'
  return {
    id: name,
    object: 'model' as const,
    created,
    owned_by: owner,
    context_length: contextTokens,
    max_completion_tokens: Math.min(maxTokens, contextTokens ?? maxTokens),
    name: label,
    vision,
    tools,
    thoughts,
    supported_parameters: [
      ...supportedParameters,
      ...(isLocal ? localParameters : []),
      ...(tools ? toolParameters : []),
    ],
  }
}
