/** The time of a request's headers, of a whole request, and of a connection between two requests, in milliseconds. */
export const requestTimes = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 30_000 } as const
