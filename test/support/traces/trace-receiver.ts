import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const values = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: values }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: values,
            }),
          ),
        }),
      ),
    }),
  ),
})

export interface ReceivedSpan {
  readonly pid: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
}

const plain = (list: z.output<typeof values>) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A receiver of OTLP over HTTP that keeps the spans; `hangs` makes it accept requests and never answer. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = []
  /** The attributes of the process, of each batch. */
  readonly resources: Readonly<Record<string, unknown>>[] = []
  requests = 0

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async open({ hangs = false } = {}): Promise<TraceReceiver> {
    const server = createServer((request, response) => {
      receiver.requests += 1
      if (hangs) return
      void json(request).then((body) => {
        receiver.#receive(body)
        response.setHeader('Content-Type', 'application/json').end('{}')
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const receiver = new TraceReceiver(`http://127.0.0.1:${String(port)}`, async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    })
    return receiver
  }

  #receive(body: unknown): void {
    for (const { resource, scopeSpans } of exported.parse(body).resourceSpans) {
      this.resources.push(plain(resource.attributes))
      const pid = Number(plain(resource.attributes)['process.pid'])
      for (const { spans } of scopeSpans)
        this.spans.push(...spans.map((span) => ({ ...span, pid, attributes: plain(span.attributes) })))
    }
  }
}
