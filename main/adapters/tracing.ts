import { context, diag, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { beginTracing, type Logger, reasonOf, within } from '@parley/runtime'

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
/** A receiver that is away fails every batch. */
const quietMs = 60_000

/**
 * Records spans and sends them in batches. No request waits for that: spans beyond 2,048 that wait are dropped, as are
 * those of a receiver that hangs. The libraries read the standard variables for the resource, headers, certificates,
 * sampling and batches. The returned function sends the rest.
 */
export function openTracing({ endpoint, roles, version, log }: TracingOptions): () => Promise<void> {
  let quietUntil = 0
  const failed = (reason: string) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + quietMs
    // the export begins in the request whose span filled the batch
    context.with(ROOT_CONTEXT, () => log.warn({ reason }, 'traces.failed'))
  }
  const refused = (reason: string) => log.warn({ reason }, 'traces.setting_ignored')
  const report = (write: (reason: string) => void) => {
    const warn = (...words: unknown[]) => write(words.filter((word) => typeof word === 'string').join(' '))
    const ignored = () => undefined
    const logger = { error: warn, warn, info: ignored, debug: ignored, verbose: ignored }
    diag.setLogger(logger, { suppressOverrideMessage: true })
  }
  setGlobalErrorHandler((error) => failed(reasonOf(error)))
  // the libraries read their settings while they are built
  report(refused)
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
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: exportTimeoutMs })],
  })
  report(failed)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  beginTracing()
  return async () => {
    const ended = provider.shutdown().catch((error: unknown) => failed(reasonOf(error)))
    await within(flushMs, ended)
  }
}
