import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Attributes, Context, Span } from '@opentelemetry/api'

// Without an SDK (main/adapters/tracing.ts) the spans of the API record nothing, and no context is kept.

const tracer = trace.getTracer('parley')

export type { Attributes, Context, Span }

interface SpanOptions {
  readonly attributes?: Attributes
  /** The active span by default. */
  readonly parent?: Context
}

/** Begins a span; call `end` of it. Values of attributes are never texts of a person. */
export function startSpan(name: string, { attributes = {}, parent }: SpanOptions = {}): Span {
  return tracer.startSpan(name, { attributes }, parent)
}

/** Runs work in a span that is active meanwhile; the span has the failure, without its message. */
export async function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, { attributes })
  // without an SDK; a span that is not sampled is kept, so that its children are not sampled either
  if (!isSpanContextValid(span.spanContext())) return work()
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** The message of an error may have values of a statement. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error })
}

/** Names the active span; without tracing there is none. */
export function nameSpan(name: string): void {
  trace.getActiveSpan()?.updateName(name)
}

/** Runs the handler of a request in a span that continues the trace of its `traceparent`; undefined without tracing. */
export function inRequestSpan(headers: object, run: () => void): Span | undefined {
  const parent = propagation.extract(context.active(), headers)
  const span = tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, parent)
  // also of a trace that its client does not record: then nothing here is recorded
  context.with(trace.setSpan(parent, span), run)
  return span.isRecording() ? span : undefined
}

/** The `traceparent` of a span, by default of the active one, for another process; undefined without tracing. */
export function traceparentOf(span?: Span): string | undefined {
  const carrier: { traceparent?: string } = {}
  propagation.inject(span ? trace.setSpan(ROOT_CONTEXT, span) : context.active(), carrier)
  return carrier.traceparent
}

/** The context of a span in another process. */
export function remoteParent(traceparent: string | undefined): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent })
}

export function childrenOf(span: Span): Context {
  return trace.setSpan(ROOT_CONTEXT, span)
}

/** The function in the context of now, for a caller with another one. */
export function inThisContext<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => T {
  return context.bind(context.active(), work)
}
