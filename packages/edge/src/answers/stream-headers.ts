/**
 * The headers of every answer that is sent piece by piece. Without `no-transform` a compressing proxy (`compression()` of
 * Express and of development servers) collects the pieces until the end; the second one is for proxies that buffer answers.
 */
export const streamHeaders = {
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const
