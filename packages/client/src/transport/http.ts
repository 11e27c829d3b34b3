import { jsonIn } from '../json-in.js'
import type { Operation } from '../operation.js'
import { ParleyError, type ErrorDetails, type GraphqlFault } from '../parley-error.js'

export interface HttpSettings {
  readonly url: string
  readonly fetch: typeof fetch
}

export interface HttpRequest {
  readonly path: string
  /** Absent of a request by GET. */
  readonly body?: FormData | Blob | object
  readonly token: string | undefined
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request by POST, or by GET without a body. Rejects with NETWORK where it has no answer. */
export function post(
  { url, fetch }: HttpSettings,
  { path, body, token, signal, headers }: HttpRequest,
): Promise<Response> {
  // both say what they are
  const isRaw = body instanceof FormData || body instanceof Blob
  return fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(isRaw ? {} : { 'content-type': 'application/json' }),
      ...authorizationOf(token),
      ...headers,
    },
    ...(body && { body: isRaw ? body : JSON.stringify(body) }),
    signal,
  })
}

export const authorizationOf = (token: string | undefined): { readonly authorization?: string } =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

/** The result of an operation. Throws the first of its errors. */
export function dataOf<Result>(
  _operation: Operation<Result, never>,
  { data, errors }: { readonly data?: unknown; readonly errors?: unknown },
): Result {
  const [fault] = Array.isArray(errors) ? (errors as GraphqlFault[]) : []
  if (fault) throw ParleyError.ofGraphql(fault)
  // the server answers what the operation declares
  return data as Result
}

/** The JSON of an answer. Throws a ParleyError for one that is none. */
export async function bodyOf(response: Response): Promise<Body> {
  const text = await response.text()
  const body = jsonIn(text) as Body | undefined
  if (body && (response.ok || body.errors)) return body
  throw ParleyError.ofStatus(
    response.status,
    body ? (body.detail?.[0]?.message ?? body.message ?? text) : undefined,
    response.headers.get('retry-after'),
    body && Array.isArray(body.detail) ? fieldsOf(body.detail) : undefined,
  )
}

const fieldsOf = (detail: NonNullable<Body['detail']>): ErrorDetails['fields'] =>
  detail.map(({ location = [], type = '', message = '', ...why }) => ({ path: location, rule: type, message, ...why }))

/** A GraphQL response, or an answer of the REST interface. */
interface Body extends Readonly<Record<string, unknown>> {
  readonly errors?: unknown
  readonly message?: string
  /** A text, or the refused values of a request. */
  readonly detail?: readonly {
    readonly location?: readonly (string | number)[]
    readonly message?: string
    readonly type?: string
    readonly reason?: string
    readonly detail?: string
  }[]
}
