import { Router, type Request, type RequestHandler, type Response } from 'express'
import {
  clientAddress,
  disconnectSignal,
  EventStream,
  eventTimes,
  type Failure,
  lastValues,
  mountPath,
  type OpenStreams,
  refusals,
  sendNothing,
} from '@parley/edge'
import { AppError } from '@parley/runtime'
import { EventRefusal, type EventRoute, type OpenedStream, type StreamedEvent } from './rows/event-route.js'
import { identify } from './identify.js'
import type { SchemaCaller, StreamingClient } from './rows/schema-client.js'

type EventTimes = typeof eventTimes

/** Mounts rows that answer with server-sent events (ADR 0043). `open` ends them. */
export function mountEvents<Caller extends SchemaCaller>(
  client: StreamingClient<Caller>,
  routes: readonly EventRoute[],
  { open, times = eventTimes }: { readonly open: OpenStreams; readonly times?: EventTimes },
): Router {
  const router = Router({ caseSensitive: true })
  const handlerOf =
    (route: EventRoute): RequestHandler =>
    async (request, response) => {
      const disconnected = disconnectSignal(response)
      const stream = new EventStream(response, { ...times, disconnected })
      const raw = { path: request.params, query: lastValues(request.query), header: request.headers }
      try {
        const caller = await identify(client, { request, response }, route.token)
        await open.run(
          { accountId: caller.callerId, ipAddress: clientAddress(request), disconnected },
          async (signal) => {
            const following = route.follow(raw, { client, caller, signal })
            await answer(following, { request, response, signal, stream, times })
          },
        )
      } catch (error) {
        const failure = isReconnect(request) && !response.headersSent ? temporaryFailure(error) : undefined
        if (!failure) throw error
        stream.open(times.retryMs())
        await fail(stream, failure)
        stream.end()
      }
    }
  for (const route of routes) for (const path of route.paths) mountPath(router, path, { get: handlerOf(route) })
  return router
}

/** Whether the client has reconnected by itself; it would give up after any status but 200. */
function isReconnect({ method, headers }: Request): boolean {
  return method === 'GET' && headers['last-event-id'] !== undefined
}

/** A temporary failure: the client reconnects once more. */
function temporaryFailure(error: unknown): Pick<Failure, 'code' | 'message'> | undefined {
  const failure = error instanceof EventRefusal ? error.failure : error instanceof AppError ? error : undefined
  return failure?.code === 'UNAVAILABLE' || failure?.code === 'RATE_LIMITED' ? failure : undefined
}

const fail = (stream: EventStream, { code, message }: Pick<Failure, 'code' | 'message'>) =>
  stream.send({ event: 'error', data: { code, message } })

interface Exchange {
  readonly request: Request
  readonly response: Response
  readonly signal: AbortSignal
  readonly stream: EventStream
  readonly times: EventTimes
}

async function answer({ events, lastId }: OpenedStream, { request, response, signal, stream, times }: Exchange) {
  const first = await events.next()
  // deleted after the first check; when the server stops, the stream begins and ends, so that its client reconnects
  if (first.done && !signal.aborted) throw refusals.notFound()
  if (!first.done && first.value.isLast && first.value.id === lastId) {
    // an EventSource reads this as the end; after every other answer it reconnects
    sendNothing(response)
    return
  }
  stream.open(times.retryMs())
  if (request.method === 'HEAD') await events.return()
  else await sendAll(stream, first.done ? [] : [first.value], events)
  stream.end()
}

async function sendAll(
  stream: EventStream,
  begun: readonly StreamedEvent[],
  events: AsyncIterable<StreamedEvent>,
): Promise<void> {
  const send = ({ id, data }: StreamedEvent) => stream.send({ id, data })
  try {
    for (const event of begun) await send(event)
    for await (const event of events) await send(event)
  } catch (error) {
    if (!(error instanceof EventRefusal)) throw error
    await fail(stream, error.failure)
  }
}
