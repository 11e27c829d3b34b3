import { context, diag, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { within } from '../../src/bounded-wait.js'
import type { Logger } from '../../src/logger.js'
import { reasonOf } from '../../src/system-error-code.js'
import { beginTracing } from '../../src/tracing/spans.js'

interface TracingOptions {
  /** The base address of a receiver of OTLP over HTTP, without a closing slash; spans go to `/v1/traces` there. */
  readonly endpoint: string
  readonly roles: readonly string[]
  readonly version: string
  readonly log: Logger
}

/** How long a stop waits for the receiver. */
const flushMs = 2_000
const exportTimeoutMs = 10_000

/**
 * Records spans and sends them in batches. No request waits for that: spans beyond 2,048 that wait are dropped, as are
 * those of a receiver that hangs. The libraries read the standard variables for headers, sampling and batches. The
 * returned function sends the rest.
 */
export function openTracing({ endpoint, roles, version, log }: TracingOptions): () => Promise<void> {
  const failed = (message: string) => log.warn({ message }, 'traces.failed')
  const ignored = () => undefined
  diag.setLogger({ error: failed, warn: failed, info: ignored, debug: ignored, verbose: ignored })
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'parley',
      'service.version': version,
      'parley.roles': roles.join(','),
      'process.pid': process.pid,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: exportTimeoutMs })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  beginTracing()
  return async () => {
    const ended = provider.shutdown().catch((error: unknown) => failed(reasonOf(error)))
    await within(flushMs, ended)
  }
}
