/** The result of a request. `next` is the address of the following page of a list. */
export type Reply<Data> =
  | { readonly kind: 'data'; readonly data: Data; readonly next: string | undefined }
  /** A token is missing, or counts no more. */
  | { readonly kind: 'signed out' }
  | { readonly kind: 'not admin' }
  | { readonly kind: 'failed'; readonly sentence: string }

/** Requests data from the service, with the token of the signed-in administrator. Never throws. */
export async function ask<Data>(path: string, token: string | undefined): Promise<Reply<Data>> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  try {
    const response = await fetch(path, { headers, cache: 'no-store' })
    if (response.status === 401) return { kind: 'signed out' }
    if (response.status === 403) return { kind: 'not admin' }
    const body: unknown = await response.json()
    if (!response.ok) return { kind: 'failed', sentence: `The service says: ${reasonIn(body)}.` }
    const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
    // the shapes are documented, and a test in a browser holds both sides to them
    return { kind: 'data', data: body as Data, next }
  } catch {
    // no connection, or an answer that is not JSON: the remedy is the same for both
    return { kind: 'failed', sentence: 'The service cannot be reached.' }
  }
}

type SignIn = { readonly kind: 'token'; readonly token: string } | { readonly kind: 'refused'; sentence: string }

/** Gets a token for an account. Never throws. */
export async function signIn(email: string, password: string): Promise<SignIn> {
  try {
    const response = await fetch('/api/users/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const body: unknown = await response.json()
    if (response.status === 401) return { kind: 'refused', sentence: 'Wrong e-mail address or password.' }
    if (response.ok && isRecord(body) && typeof body['token'] === 'string')
      return { kind: 'token', token: body['token'] }
    return { kind: 'refused', sentence: `The service says: ${reasonIn(body)}.` }
  } catch {
    return { kind: 'refused', sentence: 'The service cannot be reached.' }
  }
}

function reasonIn(body: unknown): string {
  const reason = isRecord(body) ? (body['error'] ?? body['message'] ?? body['detail']) : undefined
  return typeof reason === 'string' ? reason : 'something is wrong'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
