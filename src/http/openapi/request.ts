import { z } from 'zod'
import { type FilePart, mostFormKeys, multipartLimits } from '@parley/edge'
import { limits } from '../../limits.js'
import type { Content, JsonSchema, OperationObject, ParameterObject } from './document-types.js'
import type { Endpoint, KeyNames } from './endpoint.js'
import { Schemas } from './schemas.js'

/** Path, query and header parameters of an endpoint at one of its paths. */
export function parametersOf({ request }: Endpoint, path: string, schemas: Schemas): ParameterObject[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const known = (['path', 'query', 'header'] as const).flatMap((place) => {
    const { properties = {}, required = [] } = partOf(request, place, schemas)
    return Object.entries(properties).map(([name, schema]) => {
      const { description, ...value } = asText(schema)
      return {
        name: place === 'header' ? titleCase(name) : name,
        in: place,
        required: required.includes(name),
        ...(description === undefined ? {} : { description }),
        schema: value,
      }
    })
  })
  const named = new Set(known.filter((parameter) => parameter.in === 'path').map(({ name }) => name))
  const unread = inPath.filter((name) => !named.has(name))
  return [
    ...unread.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const),
    ...known,
  ]
}

export function requestBodyOf(endpoint: Endpoint, schemas: Schemas): Pick<OperationObject, 'requestBody'> {
  const { request, names, about, file, content } = endpoint
  if (content) {
    const schema = { description: `At most ${content.mostBytes / 1_000_000} MB, of any media type.` }
    return { requestBody: { required: true, content: { '*/*': { schema } } } }
  }
  const readsBody = 'body' in request.shape
  if (!readsBody && !file) return {}
  const body = withOtherNames(partOf(request, 'body', schemas), names)
  const name = about.id.replace(/^./, (letter) => letter.toUpperCase())
  const json: Content = readsBody ? { 'application/json': { schema: schemas.name(`${name}Body`, () => body) } } : {}
  const form: Content = file
    ? { 'multipart/form-data': { schema: schemas.name(`${name}Form`, () => withFile(asForm(body), file)) } }
    : {}
  return { requestBody: { required: true, content: { ...json, ...form } } }
}

/** Whether a request to the endpoint can be invalid: a path or query without other rules is always valid text. */
export function canBeInvalid({ request }: Endpoint): boolean {
  const schemas = new Schemas()
  if ('body' in request.shape) return true
  const isAnyText = (schema: JsonSchema) => Object.keys(schema).join() === 'type' && schema.type === 'string'
  return (['path', 'query', 'header'] as const)
    .flatMap((place) => Object.values(partOf(request, place, schemas).properties ?? {}))
    .some((schema) => !isAnyText(asText(schema)))
}

function partOf({ shape }: z.ZodObject, place: string, schemas: Schemas): JsonSchema {
  const part: unknown = shape[place]
  return part instanceof z.ZodType ? schemas.sent(part) : {}
}

/** Values of a URL, a header or a form are text. The first JSON form of a value is the preferred one. */
function asText(schema: JsonSchema | boolean): JsonSchema {
  if (typeof schema === 'boolean') return {}
  const [first] = schema.anyOf ?? []
  if (first === undefined) return schema
  const { anyOf: _, ...rest } = schema
  return { ...rest, ...asText(first) }
}

function asForm(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([key, value]) => [key, asText(value)] as const)
  return { ...schema, properties: Object.fromEntries(properties), ...formBounds }
}

// names in the head of a part, as every client writes them, without the brackets that would create lists
const formBounds: JsonSchema = {
  maxProperties: mostFormKeys,
  propertyNames: { pattern: `^[!#-Z^-~]{1,${multipartLimits.fieldNameSize}}$` },
}

function withFile(form: JsonSchema, part: FilePart): JsonSchema {
  const { name = 'image', isRequired, types = 'JPEG, PNG or GIF', mostBytes = limits.imageBytes } = part
  const description = `A ${types} of at most ${mostBytes / 1_048_576} MiB.`
  const file: JsonSchema = { type: 'string', format: 'binary', description }
  const required = isRequired ? [...(form.required ?? []), name] : form.required
  return {
    ...form,
    type: 'object',
    properties: { ...form.properties, [name]: file },
    ...(required ? { required } : {}),
  }
}

/** Adds alternative names of keys; a required key may be sent under any of them. */
function withOtherNames(schema: JsonSchema, names: KeyNames): JsonSchema {
  const { properties = {}, required = [] } = schema
  const named = Object.entries(names).filter(([key]) => key in properties)
  if (named.length === 0) return schema
  const others = named.flatMap(([key, aliases]) =>
    aliases.map(
      (alias) => [alias, { ...asObject(properties[key]), description: `Another name of \`${key}\`.` }] as const,
    ),
  )
  const free = required.filter((key) => !(key in names))
  const anyName = required
    .filter((key) => key in names)
    .map((key) => ({ anyOf: [key, ...(names[key] ?? [])].map((name) => ({ required: [name] })) }))
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(others) },
    required: free,
    ...(anyName.length === 0 ? {} : { allOf: anyName }),
  }
}

const asObject = (schema: JsonSchema | boolean | undefined): JsonSchema => (typeof schema === 'object' ? schema : {})

function titleCase(header: string): string {
  return header.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
