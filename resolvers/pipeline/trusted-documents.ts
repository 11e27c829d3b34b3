import type { DocumentNode } from 'graphql'
import { isJsonObject } from '@parley/runtime'
import { documentError } from './document-codes.js'

/** The parts of a request that name its document, as a client has sent them over any transport. */
export interface DocumentRequest {
  readonly query?: unknown
  /** The hash, in the way of GraphQL over HTTP; `sha256:` may stand before it. */
  readonly documentId?: unknown
  /** `persistedQuery.sha256Hash` is the hash, in Apollo's way. */
  readonly extensions?: unknown
}

interface TrustedDocument {
  readonly hash: string
  readonly text: string
  /** The file and the operation, for a fault. */
  readonly place: string
}

export interface TrustedSettings {
  /** Those of the operator, which are checked at the start. */
  readonly documents: readonly TrustedDocument[]
  /** Those of `@parley/client` and of the console, which fit the schema of this release. Each is checked when it is first requested. */
  readonly bundled: readonly TrustedDocument[]
  /** Whether other documents are refused. */
  readonly isOnly: boolean
}

/** Documents that clients request by hash (ADR 0081). */
export class TrustedDocuments {
  readonly #texts: ReadonlyMap<string, string>
  readonly #documents = new Map<string, DocumentNode>()
  readonly #bundled: ReadonlySet<string>
  readonly #isOnly: boolean
  readonly #hasManifests: boolean

  constructor({ documents, bundled, isOnly }: TrustedSettings) {
    this.#texts = new Map([...bundled, ...documents].map(({ hash, text }) => [hash, text]))
    this.#bundled = new Set(bundled.map(({ text }) => text))
    this.#isOnly = isOnly
    this.#hasManifests = documents.length > 0
  }

  add(text: string, document: DocumentNode): void {
    this.#documents.set(text, document)
  }

  documentOf(text: string): DocumentNode | undefined {
    return this.#documents.get(text)
  }

  /** The text for a request; empty for a request without one. Throws a GraphQLError for a document that must not run. */
  textFor(request: DocumentRequest): string {
    const sent = typeof request.query === 'string' ? request.query : ''
    const hash = hashOf(request)
    const text = sent === '' && hash !== undefined ? this.#byHash(hash) : sent
    if (this.#isOnly && !this.#documents.has(text) && !this.#bundled.has(text))
      throw documentError('DOCUMENT_NOT_TRUSTED', 'This server runs trusted documents only')
    return text
  }

  /** Clients know the messages: after the first they send the text, after the second no more hashes. */
  #byHash(hash: string): string {
    const text = this.#texts.get(hash)
    if (text !== undefined) return text
    if (this.#hasManifests) throw documentError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')
    throw documentError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported')
  }
}

function hashOf({ documentId, extensions }: DocumentRequest): string | undefined {
  const persisted = isJsonObject(extensions) ? extensions['persistedQuery'] : undefined
  const hash = isJsonObject(persisted) ? persisted['sha256Hash'] : documentId
  return typeof hash === 'string' ? hash.replace(/^sha256:/, '') : undefined
}
