/** Timeouts for a request's headers, for a whole request, and for an idle connection, in milliseconds. */
export const requestTimes = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 30_000 } as const
