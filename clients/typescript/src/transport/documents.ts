import { hexOf } from '../hex.js'
import type { Operation } from '../operation.js'
import type { ParleyError } from '../parley-error.js'

/** A request of an operation, as every transport sends it. */
export interface OperationRequest {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** Which operations are requested by the SHA-256 of their text, and which are sent as text. */
export class Documents {
  readonly #unknown = new Set<string>()
  /** False on pages without HTTPS, which cannot compute hashes. */
  #hasHashes = 'subtle' in crypto

  async requestOf(
    { text, isTrusted }: Operation<unknown, never>,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<OperationRequest> {
    if (!isTrusted || !this.#hasHashes || this.#unknown.has(text)) return { query: text, variables }
    return { query: '', variables, extensions: { persistedQuery: { version: 1, sha256Hash: await sha256(text) } } }
  }

  /** Whether the error was that of a hash, after which the text must be sent. */
  learn({ code }: ParleyError, sent: OperationRequest | undefined, text: string): boolean {
    if (code === 'PERSISTED_QUERY_NOT_SUPPORTED') this.#hasHashes = false
    else if (code === 'PERSISTED_QUERY_NOT_FOUND') this.#unknown.add(text)
    else return false
    return !sent?.query
  }
}

async function sha256(text: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
