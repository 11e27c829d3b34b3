import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FieldFault, SpentLimit } from '../../src/errors.js'
import type { UploadedFile } from '../../src/http/body/kept-file.js'
import type { HeldBytes } from '../../src/result-bytes.js'

/** The caller, as the schema sees it. An invalid token executes as a guest; the facade decides whether it may execute at all. */
export interface SchemaSession {
  readonly tokenState: 'none' | 'valid' | 'invalid'
  /** Whose requests are logged, and counted where one may have only so many at once. */
  readonly callerId?: string | undefined
}

interface SchemaRequest {
  /** The `Authorization` header as sent; the prefix `Bearer ` is optional. */
  readonly authorization: string | undefined
  readonly requestId: string
  readonly ipAddress: string | null
  readonly userAgent?: string | undefined
  /** Whether the client has gone. */
  readonly isGone?: (() => boolean) | undefined
  /** Counts a large result for the client that waits for it. */
  readonly hold?: (() => HeldBytes) | undefined
}

export interface SchemaError {
  readonly message: string
  readonly extensions?: SchemaErrorExtensions | undefined
}

export interface SchemaErrorExtensions {
  readonly code?: unknown
  readonly fields?: readonly FieldFault[] | undefined
  readonly retryAfterMs?: number | undefined
  readonly part?: string | undefined
  readonly limit?: SpentLimit | undefined
}

export interface SchemaResult<TData> {
  readonly data?: TData | null | undefined
  readonly errors?: readonly SchemaError[] | undefined
}

/** The facade's door to the product: operations of the public schema, through the one pipeline, and the files they refer to. */
export interface SchemaClient<Session extends SchemaSession = SchemaSession> {
  /** Never throws for a bad token: that is `tokenState: 'invalid'`. */
  identify(request: SchemaRequest): Promise<Session>
  /** Answers faults in `errors`, masked. Data is in serialised form: ids and instants are text. */
  execute<TData, TVariables>(
    document: TypedDocumentNode<TData, TVariables>,
    variables: TVariables,
    session: Session,
  ): Promise<SchemaResult<TData>>
  /**
   * Stores the file of a form as an image of the caller: no operation can carry one. Undefined is a form without a file.
   * Throws AppError, as a use case does.
   */
  storeImage(file: UploadedFile | undefined, key: UploadKey, session: Session): Promise<StoredImage>
}

/** The same for what answers more than once. */
export interface StreamingClient<Session extends SchemaSession = SchemaSession> extends SchemaClient<Session> {
  /**
   * Begins a subscription. What refuses it is one result with `errors`; what breaks it later is thrown, masked, as a
   * SchemaError. `return()` ends it at once, even while a `next()` waits.
   */
  watch<TData, TVariables>(
    document: TypedDocumentNode<TData, TVariables>,
    variables: TVariables,
    session: Session,
  ): Promise<AsyncIterableIterator<SchemaResult<TData>> | SchemaResult<TData>>
}

/** A retry of the same `operation` with the same `key` and the same file gives the first image. */
export interface UploadKey {
  readonly operation: string
  readonly key: string | undefined
}

export interface StoredImage {
  readonly id: string
  readonly url: string
}
