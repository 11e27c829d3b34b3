import { counter, histogram, shortSeconds } from '@parley/runtime'

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
