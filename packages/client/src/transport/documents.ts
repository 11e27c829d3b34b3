import type { Operation } from '../operation.js'
import { ParleyError } from '../parley-error.js'

/** A request of an operation, as every transport sends it. */
export interface OperationRequest {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly documentId?: string
}

/** Which operations are requested by their hash, and which are sent as text. */
export class Documents {
  /** Hashes that the server does not know. It can know others, also where it says that it has none. */
  readonly #unknown = new Set<string>()

  async requestOf(
    { text, hash = '' }: Operation<unknown, never>,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<OperationRequest> {
    if (hash && !this.#unknown.has(hash)) return { query: '', variables, documentId: hash }
    return { query: text ?? (await textOf(hash)), variables }
  }

  /** Whether the error was that of a hash, after which the text must be sent. */
  learn({ code }: ParleyError, sent: OperationRequest | undefined): boolean {
    if (!sent?.documentId || !code.startsWith('PERSISTED_QUERY_NOT_')) return false
    this.#unknown.add(sent.documentId)
    return true
  }
}

/** The texts of the package are loaded only for a server of another release. */
async function textOf(hash: string): Promise<string> {
  const { texts } = await import('../texts.generated.js').catch((): { texts: Readonly<Record<string, string>> } => ({
    texts: {},
  }))
  const text = texts[hash]
  // after an upgrade of the server, the files of the page before may be gone
  if (text === undefined)
    throw new ParleyError('DOCUMENT_NOT_TRUSTED', 'The server has another release: reload the page')
  return text
}
