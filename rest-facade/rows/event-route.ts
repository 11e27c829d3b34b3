import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { z } from 'zod'
import { answerForFailure, type Failure, faultsOfIssues, HttpError, type Location, refusals } from '@parley/edge'
import type { About, Endpoint, Refusals, TokenRule } from '../../src/http/openapi/endpoint.js'
import { failureOf } from './failure-of.js'
import type { SchemaError, SchemaCaller, StreamingClient, Variables } from './schema-client.js'
import type { Tag } from './tags.js'
import { subscriptionResults } from './subscription-results.js'

/** One event of a stream as sent to its client. */
export interface StreamedEvent {
  /** The client sends it as `Last-Event-ID` when it reconnects. */
  readonly id: string
  readonly data: object
  /** True for the last event: no other follows, not even after a reconnect. */
  readonly isLast: boolean
}

/** A subscription of the schema as server-sent events. */
interface EventRow<Request extends z.ZodObject, TData, TVariables extends Variables> {
  readonly about: About<Tag>
  /** The path of its GET. */
  readonly path: string
  readonly token: TokenRule
  readonly request: Request
  readonly operation: TypedDocumentNode<TData, TVariables>
  readonly variables: (request: z.output<Request>) => TVariables
  /** The location of each value of the operation in the request. */
  readonly fields: (request: z.output<Request>) => Readonly<Record<string, Location>>
  readonly toEvent: (data: TData) => StreamedEvent
  /** The last event that a reconnecting client has received. */
  readonly lastId: (request: z.output<Request>) => string | undefined
  /** The shape of `data`, with a description. */
  readonly event: z.ZodType
  readonly streams: string
  readonly refuses: Refusals
}

interface StreamContext<Caller extends SchemaCaller> {
  readonly client: StreamingClient<Caller>
  readonly caller: Caller
  /** Aborting it ends the subscription at once. */
  readonly signal: AbortSignal
}

interface RawEventRequest {
  readonly path: unknown
  readonly query: unknown
  readonly header: unknown
}

export interface OpenedStream {
  /** Throws EventRefusal when the schema refuses, before the first event or later. */
  readonly events: AsyncGenerator<StreamedEvent, void, undefined>
  /** The last event that the client has received. */
  readonly lastId: string | undefined
}

/** A row with its types resolved, ready to mount. */
export interface EventRoute extends Endpoint {
  /** Validates the raw request and starts the stream. Throws HttpError. */
  follow<Caller extends SchemaCaller>(raw: RawEventRequest, follower: StreamContext<Caller>): OpenedStream
}

/** A refusal of the schema: an HTTP answer before the stream begins, an event afterwards. */
export class EventRefusal extends HttpError {
  constructor(
    readonly failure: Failure,
    fields: Readonly<Record<string, Location>>,
  ) {
    super(answerForFailure(failure, (path) => fields[path.join('.')] ?? path))
  }
}

export function eventRoute<Request extends z.ZodObject, TData, TVariables extends Variables>(
  row: EventRow<Request, TData, TVariables>,
): EventRoute {
  const { about, path, token, request, event, streams, refuses } = row
  return {
    about,
    method: 'get',
    paths: [path],
    token,
    request,
    names: {},
    answers: 'events',
    event,
    streams,
    refuses,
    follow: (raw, { client, caller, signal }) => {
      const parsed = request.safeParse(raw, { reportInput: true })
      if (!parsed.success) throw refusals.invalid(faultsOfIssues(parsed.error.issues))
      const fields = row.fields(parsed.data)
      const refuse = (error: SchemaError) => new EventRefusal(failureOf(error), fields)
      const variables = row.variables(parsed.data)
      const results = subscriptionResults(client, { document: row.operation, variables, caller, signal, refuse })
      return { events: eventsOf(results, row.toEvent), lastId: row.lastId(parsed.data) }
    },
  }
}

async function* eventsOf<TData>(
  results: AsyncIterable<TData>,
  toEvent: (data: TData) => StreamedEvent,
): AsyncGenerator<StreamedEvent, void, undefined> {
  for await (const data of results) {
    const event = toEvent(data)
    yield event
    if (event.isLast) return
  }
}
