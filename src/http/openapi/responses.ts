import { z } from 'zod'
import { invalidBodyError, restErrors } from '@parley/edge'
import type { Content, HeaderObject, JsonSchema, Reference, ResponseObject } from './document-types.js'
import type { Endpoint } from './endpoint.js'
import type { Cause, ErrorName } from './refusals.js'
import type { Schemas } from './schemas.js'

type Responses = Record<string, ResponseObject | Reference>

/** The responses of one document. Shared ones are written once and referenced. */
export class ResponseBook {
  readonly shared: Record<string, ResponseObject> = {}

  constructor(private readonly schemas: Schemas) {}

  success({ answers, request, streams, event, isAccepted }: Endpoint): Responses {
    if (answers === 'nothing') return { 204: { description: 'Done.' } }
    if (answers === 'text') {
      return { 200: { description: 'A confirmation message.', content: { 'text/plain': { schema: text } } } }
    }
    if (answers === 'image') return images
    if (answers === 'archive') return archive
    if (answers === 'conversation') return conversation
    if (answers === 'page') return page
    if (answers === 'file') return { 200: file }
    if (answers === 'content') return { 200: uploaded }
    const events = this.#events(streams, event)
    if (answers === 'events') return { 200: { description: 'The stream.', content: events }, 204: nothingFollows }
    const schema = this.schemas.answered(answers)
    const headers = this.#isPaged(request) ? { headers: { Link: nextPage } } : {}
    const content = { 'application/json': { schema }, ...events }
    if (isAccepted)
      return {
        202: { description: 'Accepted: the work has begun.', headers: { Location: address }, content },
      }
    return { 200: { description: 'Done.', ...headers, content } }
  }

  /** By status, one response for all its causes. */
  refusals(causes: readonly Cause[]): Responses {
    const statuses = new Set(causes.map(({ error }) => statusOf(error)))
    const groupOf = (status: number) => causes.filter(({ error }) => statusOf(error) === status)
    return Object.fromEntries([...statuses].map((status) => [status, this.#refusal(groupOf(status))]))
  }

  #events(streams: string | undefined, event: z.ZodType | undefined): Content {
    if (streams === undefined) return {}
    // OpenAPI 3.1 cannot describe the events of a stream: tools read this as the schema of each event, as in 3.2
    const content = event && { contentMediaType: 'application/json', contentSchema: this.#contentOf(event) }
    const properties = { id: text, event: text, data: { ...text, ...content } }
    return { 'text/event-stream': { schema: { description: streams, type: 'object', properties, required: ['data'] } } }
  }

  #contentOf(event: z.ZodType): JsonSchema {
    return { anyOf: [event, streamError].map((shape) => this.schemas.answered(shape)) }
  }

  #isPaged({ shape }: z.ZodObject): boolean {
    const query: unknown = shape['query']
    return query instanceof z.ZodType && 'cursor' in (this.schemas.sent(query).properties ?? {})
  }

  #refusal(group: readonly Cause[]): ResponseObject | Reference {
    if (!group.every(({ isCommon }) => isCommon)) return this.#response(group)
    const name = group.map(({ error }) => pascalCase(error)).join('Or')
    this.shared[name] ??= this.#response(group)
    return { $ref: `#/components/responses/${name}` }
  }

  #response(group: readonly Cause[]): ResponseObject {
    const schemas = new Map(group.map((cause) => [cause.body ?? cause.error, this.#body(cause)]))
    const [only = {}, ...others] = schemas.values()
    const schema = others.length === 0 ? only : { anyOf: [only, ...others] }
    const mayWait = group.some(({ error }) => error === 'tooManyRequests' || error === 'unavailable')
    return {
      description: group.map(({ when }) => when).join(' '),
      ...(mayWait ? { headers: { 'Retry-After': wait } } : {}),
      content: { 'application/json': { schema } },
    }
  }

  #body({ error, body }: Cause): JsonSchema {
    if (body) return this.schemas.answered(body)
    return this.schemas.name(pascalCase(error), () => this.schemas.answered(bodyOf(error)))
  }
}

const text: JsonSchema = { type: 'string' }
const streamError = z.object({ code: z.string(), message: z.string() }).meta({ id: 'StreamError' })
const pictures = Object.fromEntries(
  ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].map((type) => [type, { schema: {} }]),
)
const images: Responses = {
  200: { description: 'The image.', content: pictures },
  206: { description: 'The requested range.', content: pictures },
  304: { description: 'The client already has the current bytes.' },
}
const archive: Responses = {
  200: { description: 'The archive.', content: { 'application/zip': { schema: {} } } },
}
const attached: Record<string, HeaderObject> = {
  'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } },
}
const conversation: Responses = {
  200: {
    description: 'The file.',
    headers: attached,
    content: { 'text/markdown': { schema: text }, 'application/json': { schema: { type: 'object' } } },
  },
}
const page: Responses = {
  200: { description: 'The page.', content: { 'text/html': { schema: text } } },
}
const file: ResponseObject = {
  description: 'The file.',
  headers: attached,
  content: {
    'application/json': { schema: { type: 'object' } },
    'image/png': { schema: {} },
    'application/zip': { schema: {} },
  },
}
const uploaded: ResponseObject = {
  description: 'The bytes, as they were uploaded.',
  headers: attached,
  content: { 'application/octet-stream': { schema: {} } },
}
const nothingFollows: ResponseObject = { description: 'The client has already received the final event.' }
const address: HeaderObject = {
  description: 'The URL of the result, during the work and afterwards.',
  schema: { type: 'string' },
}
const nextPage: HeaderObject = {
  description: 'With `limit`: the URL of the next page, `<...>; rel="next"`. Absent on the last page.',
  schema: { type: 'string' },
}
const wait: HeaderObject = {
  description: 'The number of seconds to wait before a retry.',
  schema: { type: 'integer', minimum: 1 },
}

const fault = z.object({
  location: z
    .array(z.union([z.string(), z.int()]))
    .describe('The location of the value: `body`, `query`, `path` or `header`, then keys and indexes.'),
  message: z.string(),
  type: z.string(),
  reason: z.string().optional().describe('Why the file of a card or a lorebook is refused, as a name.'),
  detail: z.string().optional().describe('What `message` names, such as a field of the file.'),
})

function bodyOf(error: ErrorName): z.ZodType {
  if (error === 'invalidRequest') {
    return z.object({ detail: z.array(fault).min(1), message: z.literal('Input data validation failed') })
  }
  const body = z.object({ detail: z.literal(restErrors[error].detail), message: z.string().optional() })
  return error === 'forbidden' ? body.extend({ code: z.string().optional() }) : body
}

function statusOf(error: ErrorName): number {
  return error === 'invalidRequest' ? invalidBodyError.status : restErrors[error].status
}

function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
