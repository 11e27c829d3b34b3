import type { OpenApiDocument, OperationObject } from './document-types.js'
import type { Endpoint } from './endpoint.js'
import { healthEndpoints, healthTag } from './health-endpoints.js'
import { commonCauses, ownCauses, type Cause } from './refusals.js'
import { parametersOf, requestBodyOf } from './request.js'
import { ResponseBook } from './responses.js'
import { Schemas } from './schemas.js'
import { securityOf, securitySchemes } from './security.js'
import type { Service } from './service.js'

/** The OpenAPI 3.1 document of a service, generated from its endpoints. */
export function openApiDocument(service: Service): OpenApiDocument {
  const { title, description, version } = service
  const schemas = new Schemas()
  const responses = new ResponseBook(schemas)
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const { endpoint, causes, security } of [...documented(service), ...health()]) {
    const shared = {
      tags: [endpoint.about.tag],
      summary: endpoint.about.summary,
      security,
      ...requestBodyOf(endpoint, schemas),
      responses: { ...responses.success(endpoint), ...responses.refusals(causes) },
    }
    for (const path of endpoint.paths) {
      const parameters = parametersOf(endpoint, path, schemas)
      const texts = { operationId: operationId(endpoint, path), ...descriptionOf(endpoint, path) }
      const operation = { ...texts, ...shared, ...(parameters.length === 0 ? {} : { parameters }) }
      const template = templateOf(path)
      paths[template] = { ...paths[template], [endpoint.method]: operation }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: service.base ?? '/' }],
    tags: tagsOf(service),
    paths,
    components: { securitySchemes: securitySchemes(service), schemas: schemas.named, responses: responses.shared },
  }
}

interface Documented {
  readonly endpoint: Endpoint
  readonly causes: readonly Cause[]
  readonly security: OperationObject['security']
}

function documented({ endpoints, open = [], isInternal }: Service): Documented[] {
  return [
    ...endpoints.map((endpoint) => documentedAs(endpoint, { isInternal })),
    ...open.map((endpoint) => documentedAs(endpoint, { isInternal: false })),
  ]
}

function documentedAs(endpoint: Endpoint, listener: Pick<Service, 'isInternal'>): Documented {
  const causes = [...ownCauses(endpoint), ...commonCauses(endpoint, listener)]
  return { endpoint, causes, security: securityOf(endpoint, listener) }
}

function health(): Documented[] {
  return healthEndpoints.map((endpoint) => ({ endpoint, causes: ownCauses(endpoint), security: [] }))
}

function tagsOf({ tags, endpoints, open = [] }: Service): OpenApiDocument['tags'] {
  const used = new Set([...endpoints, ...open].map(({ about }) => about.tag))
  const own = Object.entries(tags).filter(([name]) => used.has(name))
  return [...own, ...Object.entries(healthTag)].map(([name, description]) => ({ name, description }))
}

function operationId({ about, paths }: Endpoint, path: string): string {
  if (path === paths[0]) return about.id
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.startsWith(':'))
  return [about.id, ...segments].join('_').replaceAll('-', '_')
}

function descriptionOf({ about, method, paths }: Endpoint, path: string): { description?: string } {
  const [documentedPath] = paths
  const alias =
    path === documentedPath ? [] : [`The same as \`${method.toUpperCase()} ${templateOf(documentedPath)}\`.`]
  const sentences = about.details === undefined ? alias : [...alias, about.details]
  return sentences.length === 0 ? {} : { description: sentences.join(' ') }
}

function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}
