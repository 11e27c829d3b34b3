import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * The metrics of this process, in the text format of Prometheus. Labels have values of fixed lists only (routes, fields
 * of the schema, codes, kinds, models of the configuration), so that no client can create a series.
 */
export const registry = new Registry()

interface Described<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly Label[]
}

/** `zeros`: series that exist from the start, since a rate does not see the first value of a new one. */
export function counter<Label extends string>({
  zeros = [],
  ...described
}: Described<Label> & { readonly zeros?: readonly Readonly<Partial<Record<Label, string>>>[] }): Counter<Label> {
  return new Counter({
    ...described,
    registers: [registry],
    collect() {
      for (const labels of zeros) this.inc(labels, 0)
    },
  })
}

export function gauge<Label extends string>(described: Described<Label>): Gauge<Label> {
  return new Gauge({ ...described, registers: [registry] })
}

export function histogram<Label extends string>(
  described: Described<Label> & { readonly buckets: readonly number[] },
): Histogram<Label> {
  return new Histogram({ ...described, buckets: [...described.buckets], registers: [registry] })
}

/** Of durations in seconds, from a statement to a long reply. */
export const shortSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
export const longSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180]

/** Here, since every process has it. */
export const droppedLogLines = counter({
  name: 'parley_log_lines_dropped_total',
  help: 'Lines of the log that could not be written, as on a full disk, or whose reader was too slow.',
})

/** Adds memory, CPU, delay of the event loop, garbage collections and open files; call it once in a process. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: registry })
}

/** Returns a function that gives the seconds since this call. */
export function stopwatch(): () => number {
  const startedMs = performance.now()
  return () => (performance.now() - startedMs) / 1_000
}

export const refusedRequests = counter({
  name: 'parley_refused_requests_total',
  help: 'Requests and sockets that were refused before they began, by reason: overload of the process, connections of the address, file handles of the process, or the number of sockets, event streams or subscriptions.',
  labelNames: ['reason'],
  zeros: [
    { reason: 'overload' },
    { reason: 'address' },
    { reason: 'handles' },
    { reason: 'sockets' },
    { reason: 'streams' },
    { reason: 'subscriptions' },
  ],
})
