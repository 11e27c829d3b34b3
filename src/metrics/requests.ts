import { counter, gauge, histogram, shortSeconds } from '@parley/runtime'

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
