import {
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api'

// Every request runs through this file: without tracing its functions do nothing, which costs less than the API without
// an SDK.

const tracer = trace.getTracer('parley')
const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)
let isTracing = false

/** Called once, when the SDK is registered and before anything else is built. */
export function beginTracing(): void {
  isTracing = true
}

export type { Attributes, Context, Span }

interface SpanOptions {
  readonly attributes?: Attributes
  /** The active span by default. */
  readonly parent?: Context
}

/** Begins a span; call `end` of it. Values of attributes are never texts of a person. */
export function startSpan(name: string, { attributes = {}, parent }: SpanOptions = {}): Span {
  return isTracing ? tracer.startSpan(name, { attributes }, parent) : noSpan
}

/** Runs work in a span that is active meanwhile; the span has the failure, without its message. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return inDescribedSpan(() => ({ name, attributes }), work)
}

/** As `inSpan`, for work so frequent that its description is made only for a trace. */
export function inDescribedSpan<T>(
  describe: () => { readonly name: string; readonly attributes: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing) return work()
  const { name, attributes } = describe()
  return inActiveSpan(startSpan(name, { attributes }), work)
}

/** Also in a span that is not sampled, so that its children are not sampled either. */
async function inActiveSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
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
function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : typeof error })
}

/** Names the active span; without tracing there is none. */
export function nameSpan(name: string): void {
  if (isTracing) trace.getActiveSpan()?.updateName(name)
}

/** Runs the handler of a request in a span that continues the trace of its `traceparent`; undefined without tracing. */
export function inRequestSpan(headers: object, run: () => void): Span | undefined {
  if (!isTracing) {
    run()
    return undefined
  }
  const parent = propagation.extract(context.active(), headers)
  const span = tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, parent)
  // also of a trace that its client does not record: then nothing here is recorded
  context.with(trace.setSpan(parent, span), run)
  return span.isRecording() ? span : undefined
}

/** The `traceparent` of a span, by default of the active one, for another process; undefined without tracing. */
export function traceparentOf(span?: Span): string | undefined {
  if (!isTracing) return undefined
  const carrier: { traceparent?: string } = {}
  propagation.inject(span ? trace.setSpan(ROOT_CONTEXT, span) : context.active(), carrier)
  return carrier.traceparent
}

/** The context of a span in another process. */
export function remoteParent(traceparent: string | undefined): Context {
  return isTracing ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT
}

export function childrenOf(span: Span): Context {
  return isTracing ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT
}

/** The function in the context of now, for a caller with another one. */
export function inThisContext<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => T {
  return isTracing ? context.bind(context.active(), work) : work
}
