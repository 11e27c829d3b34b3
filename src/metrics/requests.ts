import { counter, gauge, histogram, shortSeconds } from '@parley/runtime'

/** `route` is the pattern of the path, or `none` for a path without one. */
export const httpRequests = counter({
  name: 'parley_http_requests_total',
  help: 'Requests over HTTP that have ended, by route, method and status.',
  labelNames: ['route', 'method', 'status'],
})
export const httpSeconds = histogram({
  name: 'parley_http_request_duration_seconds',
  help: 'Time from the headers of a request to the end of its answer, by route; streams are not counted.',
  labelNames: ['route'],
  // also of answers that wait for a whole reply
  buckets: [...shortSeconds, 10, 30, 60, 180],
})
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

/** `field` is a root field of the schema. An operation with several of them counts for each. */
export const operations = counter({
  name: 'parley_graphql_operations_total',
  help: 'GraphQL operations of clients and of the REST endpoints, by type and root field.',
  labelNames: ['type', 'field'],
})
export const operationSeconds = histogram({
  name: 'parley_graphql_operation_duration_seconds',
  help: 'Time until the result of a query or a mutation, by root field.',
  labelNames: ['field'],
  buckets: shortSeconds,
})
const errorCodes: { readonly code: string }[] = []
/** The series of these codes exist from the start. */
export function countErrorsFromTheStart(codes: readonly string[]): void {
  errorCodes.push(...codes.map((code) => ({ code })))
}
export const errors = counter({
  name: 'parley_errors_total',
  help: 'Errors in results of GraphQL operations, by code; those of the events of a subscription are not counted.',
  labelNames: ['code'],
  zeros: errorCodes,
})

export const openSockets = gauge({ name: 'parley_sockets', help: 'Open WebSockets.' })
export const deliveries = counter({
  name: 'parley_deliveries_total',
  help: 'Results of subscriptions that were sent to a client, by transport.',
  labelNames: ['transport'],
})
