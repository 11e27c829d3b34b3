import { expect } from '@jest/globals'
import { openListener, OpenStreams } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { mountOperationStream } from '../../../resolvers/http/mount-operation-stream.js'
import { createRequestContext } from '../../../resolvers/context/request-context.js'
import { Pipeline } from '../../../resolvers/pipeline/pipeline.js'
import type { TestApp } from '../app/app.js'
import type { Person } from '../app/person.js'
import { buildPublicSchema } from '../app/schemas.js'
import { eventsIn } from './sse.js'
import { wideQuota } from './wide-quota.js'

const signed = ({ token }: Person): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

/** A request of `/graphql/stream` by POST. */
export function postOperation(
  person: Person,
  body: unknown,
  { headers = {}, ...init }: { readonly headers?: Record<string, string>; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  return fetch(`${person.url}/graphql/stream`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...signed(person), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
}

/** The same by GET. */
export const getOperation = (
  person: Person,
  parameters: Record<string, string>,
  init: RequestInit = {},
): Promise<Response> =>
  fetch(`${person.url}/graphql/stream?${new URLSearchParams(parameters).toString()}`, {
    headers: { accept: 'text/event-stream', ...signed(person) },
    ...init,
  })

/** The events of an answer, which must end with `complete`. */
export async function resultsOf(answer: Response | Promise<Response>): Promise<unknown[]> {
  const response = await answer
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const events = eventsIn(await response.text())
  expect(events.pop()).toEqual({ id: undefined, event: 'complete', data: '' })
  for (const { event } of events) expect(event).toBe('next')
  return events.map(({ data }) => JSON.parse(data) as unknown)
}

/** The status and the code of a refusal, which is a GraphQL response. */
export async function refusalOf(answer: Response | Promise<Response>) {
  const response = await answer
  const { errors } = (await response.json()) as { errors: { message: string; extensions: { code: string } }[] }
  return { status: response.status, codes: errors.map(({ extensions }) => extensions.code) }
}

/** A result with an error of this code. */
export const errorResult = (name: string) => ({
  errors: [expect.objectContaining({ extensions: expect.objectContaining({ code: name }) })],
})

/** The same product behind a listener with small bounds. */
export async function listenWithSmallBounds({ app: { product } }: TestApp) {
  const log = createLogger('silent')
  const open = new OpenStreams({ perCaller: 1, all: 2 }, wideQuota())
  let held = 0
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    logger: log,
    ready: () => true,
    closeTimeoutMs: 100,
    mount: (express) =>
      express.use(
        mountOperationStream({
          pipeline: new Pipeline(buildPublicSchema(product), log),
          context: (origin) => createRequestContext(product, origin),
          bodyBytes: 1_048_576,
          sessionWatch: {
            watch: (...args) => {
              held += 1
              const letGo = product.sessionWatch.watch(...args)
              let isHeld = true
              return () => {
                if (isHeld) held -= 1
                isHeld = false
                letGo()
              }
            },
          },
          open,
          log,
        }),
      ),
  })
  return { url: `http://127.0.0.1:${String(listener.port)}`, open, held: () => held, close: () => listener.close() }
}
