import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { z } from 'zod'
import {
  answerForFailure,
  type ErrorAnswer,
  type Failure,
  faultsOfIssues,
  type FilePart,
  HttpError,
  inBody,
  type Locate,
  type Location,
  type Method,
  refusals,
  type UploadedFile,
} from '@parley/edge'
import type { CardFileForm } from '../../src/characters/character.js'
import type { About, Endpoint, SuccessShape, Refusals, TokenRule } from '../../src/http/openapi/endpoint.js'
import type { Answer, AnswerOf } from './answers.js'
import { withCanonicalNames, withSentNames, type BodyNames } from './body-names.js'
import { failureOf } from './failure-of.js'
import { idempotencyHeader } from './idempotency.js'
import type { OpenContent, SchemaClient, SchemaCaller, StoredImage, UploadKey, Variables } from './schema-client.js'
import type { Tag } from './tags.js'

/** The files of a row. */
export interface Files {
  readonly upload: Upload
  readonly cardFile: CardFile
  readonly content: Content
}

/** The bytes of uploaded files. */
export interface Content {
  /** Stores the body of a row with `content` as a file of the caller; returns its id. */
  store(file: { readonly name: string; readonly idempotencyKey: string | undefined }): Promise<string>
  /** A file of the caller, which the answer closes. */
  open(id: string): Promise<OpenContent>
}

/** The file of a request, for its row. A stored file is deleted after an hour unless an operation uses its id. */
export interface Upload {
  /** Undefined when the request contains no file. */
  store(key: UploadKey): Promise<StoredImage | undefined>
  /** Like `store`, but refuses a request without a file. */
  require(key: UploadKey): Promise<StoredImage>
}

/** A file with the card of a character; null without one for the caller. */
export type CardFile = (id: string, form: CardFileForm) => Promise<Buffer | null>

/** Executes one operation for the caller; throws a failure as the row's REST answer. */
export type Execute = <TData, TVariables extends Variables>(
  document: TypedDocumentNode<TData, TVariables>,
  variables: TVariables,
) => Promise<TData>

interface RowBase<Request extends z.ZodObject, Success extends SuccessShape> {
  readonly about: About<Tag>
  readonly method: Method
  /** The documented path, then its aliases. */
  readonly path: string | readonly [string, ...string[]]
  readonly token: TokenRule
  /** An object of `path`, `query`, `header` and `body`: its keys begin the location of every fault. */
  readonly request: Request
  readonly names?: BodyNames
  /** Accepts a form with this file; its text fields are the keys of the body. A row with a body accepts JSON too. */
  readonly file?: FilePart
  /** Its body is a file of any type, at most so many bytes, which the row passes on as they arrive. */
  readonly content?: { readonly mostBytes: number }
  /** The most bytes of its JSON body; 1 MiB when unset. */
  readonly bodyBytes?: number
  /** The location of each value of the operation in the request: `{ 'input.ownerId': ['body', 'user_id'] }`. */
  readonly fields?: Readonly<Record<string, Location>>
  /** The success answer: the shape of a JSON body, `text` or `nothing`. OpenAPI documents it and tests check it. */
  readonly answers: Success
  /** Answers 202 with `Location`. */
  readonly isAccepted?: true
  readonly refuses?: Refusals
  /** The failures that the row answers in its own form; others get the common form. */
  readonly refusal?: (failure: Failure) => ErrorAnswer | undefined
}

interface OperationRow<
  Request extends z.ZodObject,
  Success extends SuccessShape,
  TData,
  TVariables extends Variables,
> extends RowBase<Request, Success> {
  readonly operation: TypedDocumentNode<TData, TVariables>
  readonly variables: (request: z.output<Request>) => TVariables
  readonly answer: (data: TData) => AnswerOf<Success>
}

/** A row that runs more than one operation, such as a list of many pages. */
interface RunRow<Request extends z.ZodObject, Success extends SuccessShape> extends RowBase<Request, Success> {
  readonly run: (request: z.output<Request>, execute: Execute, files: Files) => Promise<AnswerOf<Success>>
}

/** A row with its types resolved, ready to mount. */
export interface Route extends Endpoint {
  readonly answers: SuccessShape
  readonly readsBody: boolean
  readonly bodyBytes: number | undefined
  readonly takesIdempotencyKey: boolean
  /** Validates the raw request, runs the row and answers. Throws HttpError or AppError. */
  perform<Caller extends SchemaCaller>(raw: RawRequest, client: SchemaClient<Caller>, caller: Caller): Promise<Answer>
}

export interface RawRequest {
  readonly path: unknown
  readonly query: unknown
  readonly header: unknown
  readonly body: unknown
  readonly file: UploadedFile | undefined
  /** Of a row with `content`. */
  readonly parts?: AsyncIterable<Uint8Array>
}

/** Declares an endpoint that runs one operation of the schema. */
export function route<Request extends z.ZodObject, Success extends SuccessShape, TData, TVariables extends Variables>(
  row: OperationRow<Request, Success, TData, TVariables>,
): Route {
  const { operation, variables, answer, ...base } = row
  return runRoute({ ...base, run: async (request, execute) => answer(await execute(operation, variables(request))) })
}

type PlainRow<Success extends SuccessShape, TData> = Omit<
  OperationRow<typeof noInput, Success, TData, Record<string, never>>,
  'request' | 'variables'
>

/** Declares an endpoint without input that runs one operation of the schema. */
export function plainRoute<Success extends SuccessShape, TData>(row: PlainRow<Success, TData>): Route {
  return route({ ...row, request: noInput, variables: () => ({}) })
}

/** Declares an endpoint that runs several operations of the schema. */
export function runRoute<Request extends z.ZodObject, Success extends SuccessShape>(
  row: RunRow<Request, Success>,
): Route {
  const { about, method, token, request, names = {}, fields = {}, answers, isAccepted, refuses = {}, refusal } = row
  return {
    about,
    method,
    paths: typeof row.path === 'string' ? [row.path] : row.path,
    token,
    request,
    names,
    readsBody: 'body' in request.shape,
    bodyBytes: row.bodyBytes,
    takesIdempotencyKey: request.shape['header'] === idempotencyHeader,
    file: row.file,
    content: row.content,
    answers,
    isAccepted,
    refuses,
    perform: (raw, client, caller) => {
      const asSent: Locate = (location) => withSentNames(location, raw.body, names)
      const { file, parts, ...sent } = raw
      const input = { ...sent, body: withCanonicalNames(raw.body, names) }
      const parsed = request.safeParse(input, { reportInput: true })
      if (!parsed.success) throw refusals.invalid(faultsOfIssues(parsed.error.issues, asSent))
      const locate: Locate = (path) => asSent(fields[path.join('.')] ?? inBody(path))
      const upload: Upload = {
        store: async (key) => file && client.storeImage(file, key, caller),
        require: (key) => client.storeImage(file, key, caller),
      }
      const refuse = (failure: Failure) => new HttpError(refusal?.(failure) ?? answerForFailure(failure, locate))
      const ofOperation = row.file?.field === undefined ? undefined : file?.bytes
      const cardFile: CardFile = (id, form) => client.cardFile(id, form, caller)
      const content: Content = {
        store: ({ name, idempotencyKey }) => {
          if (!parts) throw new Error('a row without content stores a file')
          return client.storeFile({ name, mediaType: mediaTypeOf(raw.header), parts, idempotencyKey }, caller)
        },
        open: (id) => client.openFile(id, caller),
      }
      const execute = executeFor({ client, caller, file: ofOperation }, refuse)
      return row.run(parsed.data, execute, { upload, cardFile, content })
    },
  }
}

function mediaTypeOf(header: unknown): string | undefined {
  const { 'content-type': type }: { 'content-type'?: unknown } =
    typeof header === 'object' && header !== null ? header : {}
  return typeof type === 'string' ? type : undefined
}

interface Executor<Caller extends SchemaCaller> {
  readonly client: SchemaClient<Caller>
  readonly caller: Caller
  readonly file: Buffer | undefined
}

function executeFor<Caller extends SchemaCaller>(
  { client, caller, file }: Executor<Caller>,
  refuse: (failure: Failure) => HttpError,
): Execute {
  return async (document, variables) => {
    const { data, errors } = await client.execute(document, variables, caller, file)
    const [error] = errors ?? []
    if (error) throw refuse(failureOf(error))
    if (data === null || data === undefined) throw new Error('an operation answered neither data nor errors')
    return data
  }
}

/** The request of a row without input. */
export const noInput = z.object({})
