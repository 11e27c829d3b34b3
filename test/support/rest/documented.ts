import { z } from 'zod'
import { workerService } from '../../../ai-workers/routes/worker-endpoints.js'
import { lineOf } from '../../../rest-facade/contract/lines.js'
import { services } from '../../../rest-facade/services.js'
import { limits, type ApiLine } from '../../../src/limits.js'
import { openApiDocument } from '../../../src/http/openapi/document.js'
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '../../../src/http/openapi/document-types.js'
import type { RestAnswer } from '../app/person.js'
import { eventsIn } from '../http/sse.js'

export type ServiceName = 'application' | 'chatLog' | 'admin' | 'office' | 'character'

/** The model names that a path of the AI services may have. */
export const modelWords = ['Local', 'hosted4o_mini', 'hosted4.1', 'hosted4.1_mini'] as const
const workers = { version: '0.0.0', models: modelWords }

/** The documents of all services in a release line. */
export function documentsOf(name: ApiLine): Readonly<Record<ServiceName, OpenApiDocument>> {
  const settings = { line: lineOf(name), imageHosts: ['localhost:8080'], messageLimit: limits.messageLength }
  return {
    application: openApiDocument(services.application('0.0.0', settings)),
    chatLog: openApiDocument(services.chatLog('0.0.0', settings)),
    admin: openApiDocument(services.admin('0.0.0', { hasSignIn: true })),
    office: openApiDocument(workerService('office', workers)),
    character: openApiDocument(workerService('character', workers)),
  }
}

export const documents = documentsOf('1.1')

export interface Documented {
  readonly template: string
  readonly method: string
  readonly operation: OperationObject
  readonly document: OpenApiDocument
}

/** Every operation of a document. */
export function operationsOf(document: OpenApiDocument): Documented[] {
  return Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ template, method, operation, document })),
  )
}

interface Operation {
  readonly pattern: RegExp
  readonly operations: readonly Documented[]
}

const placesByLine = new Map<ApiLine, Readonly<Record<ServiceName, Operation[]>>>()

function placesIn(line: ApiLine): Readonly<Record<ServiceName, Operation[]>> {
  const known = placesByLine.get(line)
  if (known) return known
  const { application, chatLog, admin, office, character } = line === '1.1' ? documents : documentsOf(line)
  const places = {
    application: placesOf(application),
    chatLog: placesOf(chatLog),
    admin: placesOf(admin),
    office: placesOf(office),
    character: placesOf(character),
  }
  placesByLine.set(line, places)
  return places
}

/** Literal paths before patterns that would also match them. */
function placesOf(document: OpenApiDocument): Operation[] {
  const templates = Object.keys(document.paths)
  return templates
    .toSorted((one, other) => one.split('{').length - other.split('{').length)
    .map((template) => ({
      pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      operations: operationsOf(document).filter((operation) => operation.template === template),
    }))
}

export interface Asked {
  readonly line: ApiLine
  readonly service: ServiceName
  readonly method: string
  readonly path: string
}

/**
 * The difference between an answer and the service's document; undefined for a match, and for a path that the document
 * does not have.
 */
export function undocumented({ line, service, method, path }: Asked, answer: RestAnswer): string | undefined {
  const place = placesIn(line)[service].find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))
  if (!place || method === 'OPTIONS') return undefined
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  const found = place.operations.find((operation) => operation.method === verb)
  // a pattern that matches every path of one segment: another service answers the others
  if (!found && place.operations.every(({ template }) => /^\/\{\w+\}$/.test(template))) return undefined
  if (!found)
    return answer.status === 405 ? undefined : `${method} ${path}: ${String(answer.status)}, documented nowhere`
  const response = responseOf(found, answer.status)
  if (!response) return `${found.operation.operationId}: ${String(answer.status)} is not documented: ${answer.text}`
  const complaint = method === 'HEAD' ? undefined : complaintOf(found.document, response, answer)
  return complaint && `${found.operation.operationId}, ${String(answer.status)}: ${complaint}: ${answer.text}`
}

function responseOf({ operation, document }: Documented, status: number): ResponseObject | undefined {
  const response = operation.responses[String(status)]
  if (!response || !('$ref' in response)) return response
  return document.components.responses[response.$ref.replace('#/components/responses/', '')]
}

function complaintOf(
  document: OpenApiDocument,
  { content = {}, headers = {} }: ResponseObject,
  { text, body, headers: sent }: RestAnswer,
): string | undefined {
  const unknown = ['link', 'location', 'retry-after'].filter((name) => sent.has(name) && !(titleCase(name) in headers))
  if (unknown.length > 0) return `undocumented headers ${unknown.join()}`
  const contentType = String(sent.get('content-type'))
  const spoken = contentType.split(';')[0] ?? ''
  const [type, media] = Object.entries(content).find(([each]) => each === spoken) ?? Object.entries(content)[0] ?? []
  if (!media) return text === '' ? undefined : 'a body that is not documented'
  if (type?.startsWith('image/') || type === 'application/zip' || type === 'application/octet-stream')
    return contentType in content ? undefined : `it is ${contentType}`
  if (contentType !== `${type ?? ''}; charset=utf-8`) return `it is ${contentType}`
  if (type === 'text/event-stream') return complaintOfEvents(document, media.schema, text)
  const parsed = strictRule(document, media.schema).safeParse(type === 'application/json' ? body : text)
  return parsed.success ? undefined : z.prettifyError(parsed.error)
}

/** Compares the data of each event with the document. */
function complaintOfEvents(document: OpenApiDocument, { properties: { data } = {} }: JsonSchema, stream: string) {
  const shape = typeof data === 'object' ? data.contentSchema : undefined
  if (typeof shape !== 'object') return undefined
  const rule = strictRule(document, shape)
  const results = eventsIn(stream).map((event) => rule.safeParse(JSON.parse(event.data)))
  const wrong = results.find(({ success }) => !success)
  return wrong?.error && z.prettifyError(wrong.error)
}

const rules = new WeakMap<JsonSchema, z.ZodType>()

/** A client must accept unknown keys; a test must know them all. */
function strictRule(document: OpenApiDocument, schema: JsonSchema): z.ZodType {
  const known = rules.get(schema)
  if (known) return known
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas })
  const rule = z.fromJSONSchema(JSON.parse(whole, strictly) as Parameters<typeof z.fromJSONSchema>[0])
  rules.set(schema, rule)
  return rule
}

function strictly(key: string, value: unknown): unknown {
  if (key === '$ref') return String(value).replace('#/components/schemas/', '#/$defs/')
  if (typeof value !== 'object' || value === null) return value
  if ('properties' in value) return { ...value, additionalProperties: false }
  // the format allows any 32 hexadecimal digits; zod would require a version among them
  if ('format' in value && value.format === 'uuid')
    return { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){4}[0-9a-f]{8}$' }
  return value
}

function titleCase(header: string): string {
  return header.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
