import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { UploadedFile } from '@parley/edge'
import type { FieldFault, MemoryReservation, SecondFactorStep, SpentLimit } from '@parley/runtime'
import type { CardFileForm } from '../../src/characters/character.js'
import type { Language } from '../../src/languages.js'

/**
 * The caller in the schema. An operation with an invalid token runs as a guest's; the facade decides whether it may run
 * at all.
 */
export interface SchemaCaller {
  readonly tokenState: 'none' | 'valid' | 'invalid'
  /** Whether the caller has no account, and the installation requires one. */
  readonly mustSignIn?: boolean
  /** Identifies the caller in the log, and in limits of simultaneous requests. */
  readonly callerId?: string | undefined
}

interface SchemaRequest {
  /** The `Authorization` header as sent; the prefix `Bearer ` is optional. */
  readonly authorization: string | undefined
  readonly requestId: string
  readonly ipAddress: string | null
  readonly userAgent?: string | undefined
  /** Of mails to the person who sends this request; English when absent. */
  readonly language?: Language | undefined
  /** Whether the client has disconnected. */
  readonly isGone?: (() => boolean) | undefined
  /** Counts a large result as memory of the client. */
  readonly reserveMemory?: (() => MemoryReservation) | undefined
}

export interface SchemaError {
  readonly message: string
  readonly extensions?: SchemaErrorExtensions | undefined
}

export interface SchemaErrorExtensions extends Partial<SecondFactorStep> {
  readonly code?: unknown
  readonly fields?: readonly FieldFault[] | undefined
  readonly retryAfterMs?: number | undefined
  readonly part?: string | undefined
  readonly limit?: SpentLimit | undefined
}

/** Of an operation, by name. */
export type Variables = Readonly<Record<string, unknown>>

export interface SchemaResult<TData> {
  readonly data?: TData | null | undefined
  readonly errors?: readonly SchemaError[] | undefined
}

/**
 * The facade's only access to the product: operations of the public schema, run by the pipeline, and the files that
 * they refer to.
 */
export interface SchemaClient<Caller extends SchemaCaller = SchemaCaller> {
  /** Never throws for an invalid token: then `tokenState` is `'invalid'`. */
  identify(request: SchemaRequest): Promise<Caller>
  /**
   * Returns faults in `errors`, masked. Instants are text; the id of a row may be its number. A `file` replaces the text of the one
   * variable that can be a file.
   */
  execute<TData, TVariables extends Variables>(
    document: TypedDocumentNode<TData, TVariables>,
    variables: TVariables,
    caller: Caller,
    file?: Buffer,
  ): Promise<SchemaResult<TData>>
  /**
   * Stores the file of a form as an image of the caller, because operations cannot contain files. Undefined for a form
   * without a file. Throws AppError like a use case.
   */
  storeImage(file: UploadedFile | undefined, key: UploadKey, caller: Caller): Promise<StoredImage>
  /**
   * A file with the card of a character, which can be larger than a result. Null for a caller who may not change the character, and for
   * a card without this form. Throws AppError like a use case.
   */
  cardFile(id: string, form: CardFileForm, caller: Caller): Promise<Buffer | null>
  /** Stores a file of the caller as it arrives, and returns its id. Throws AppError like a use case, and what the parts throw. */
  storeFile(file: SentFile, caller: Caller): Promise<string>
  /** The bytes of a file of the caller, to be closed. Throws AppError like a use case. */
  openFile(id: string, caller: Caller): Promise<OpenContent>
}

/** A client that also runs subscriptions. */
export interface StreamingClient<Caller extends SchemaCaller = SchemaCaller> extends SchemaClient<Caller> {
  /**
   * Starts a subscription. A refusal is one result with `errors`; a later failure is thrown, masked, as a SchemaError.
   * `return()` ends it at once, even while a `next()` waits.
   */
  watch<TData, TVariables extends Variables>(
    document: TypedDocumentNode<TData, TVariables>,
    variables: TVariables,
    caller: Caller,
  ): Promise<AsyncIterableIterator<SchemaResult<TData>> | SchemaResult<TData>>
}

/** A retry with the same `operation`, `key` and file returns the first image. */
export interface UploadKey {
  readonly operation: string
  readonly key: string | undefined
  /** Whether WebP is accepted (contract: images.9). */
  readonly acceptsWebp?: boolean | undefined
}

/** A file that arrives. */
export interface SentFile {
  readonly name: string
  readonly mediaType: string | undefined
  readonly parts: AsyncIterable<Uint8Array>
  readonly idempotencyKey: string | undefined
}

export interface OpenContent {
  readonly name: string
  readonly size: number
  read(): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export interface StoredImage {
  readonly id: string
  readonly url: string
}
