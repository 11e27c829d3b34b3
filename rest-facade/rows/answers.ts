import type { z } from 'zod'
import { AppError, type ErrorCode } from '@parley/runtime'
import type { SuccessShape } from '../../src/http/openapi/endpoint.js'
import type { OpenContent } from './schema-client.js'

export interface JsonAnswer<Body = unknown> {
  readonly kind: 'json'
  readonly status: number
  readonly body: Body
  /** Sent as a `Link` header to the next page of the same list. */
  readonly nextCursor?: string | undefined
  /** The address of the started work. */
  readonly location?: string
}

/** A list that is written page by page, at the pace of its reader: at most one page of it is in memory. */
export interface ListAnswer<Body = unknown> {
  readonly kind: 'list'
  /** At least one page. Each is the body that the list would have if it ended with this page. */
  readonly pages: AsyncIterable<Body>
  /** The key of the list in its body; absent when the body is the list. */
  readonly key?: string | undefined
}

interface TextAnswer {
  readonly kind: 'text'
  readonly status: number
  readonly text: string
}

/** A file, which browsers store under its name. */
interface FileAnswer {
  readonly kind: 'file'
  readonly type: string
  /** ASCII, without quotes. */
  readonly name: string
  readonly bytes: Buffer
}

/** The bytes of an uploaded file, which browsers store under its name, whatever it is. */
export interface ContentAnswer extends OpenContent {
  readonly kind: 'content'
}

interface NoAnswer {
  readonly kind: 'nothing'
  readonly status: 204
}

export type Answer = JsonAnswer | ListAnswer | TextAnswer | FileAnswer | ContentAnswer | NoAnswer

/** The answers that match a success shape. */
export type AnswerOf<Success extends SuccessShape> = Success extends z.ZodType
  ? JsonAnswer<z.output<Success>> | ListAnswer<z.output<Success>>
  : Success extends 'text'
    ? TextAnswer
    : Success extends 'file'
      ? FileAnswer
      : Success extends 'content'
        ? ContentAnswer
        : NoAnswer

export function json<Body>(body: Body, nextCursor?: string): JsonAnswer<Body> {
  return { kind: 'json', status: 200, body, nextCursor }
}

/** A value that the schema can answer as null: what does not exist, or an account that was deleted after the token check. */
export function required<Value>(value: Value | null | undefined, code: ErrorCode): Value {
  if (value === null || value === undefined) throw new AppError(code)
  return value
}

/** The answer to started work, with its address. */
export function accepted<Body>(body: Body, location: string): JsonAnswer<Body> {
  return { kind: 'json', status: 202, body, location }
}

/** A text confirmation: `text/plain; charset=utf-8`. */
export function text(sentence: string): TextAnswer {
  return { kind: 'text', status: 200, text: sentence }
}

export const nothing: NoAnswer = { kind: 'nothing', status: 204 }
