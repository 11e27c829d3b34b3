import { createLogger, type Logger } from '@parley/runtime'
import { until } from '@parley/testing'
import { ServerBackend, type ServerBackendOptions } from '../../../ai-workers/backends/server/server-backend.js'
import { ServerWatch } from '../../../ai-workers/backends/server/server-watch.js'
import type { ModelState } from '../../../src/ports/reply-generator/reply-generator.js'

export interface WatchedBackend {
  readonly backend: ServerBackend
  readonly watch: ServerWatch
}

interface WatchedOptions extends Partial<ServerBackendOptions> {
  readonly apiKey?: string | undefined
  readonly log?: Logger
  readonly awayMs?: number
  readonly readyMs?: number
}

/** The backend of a model of an inference server, checked often. */
export function watchedBackend(baseUrl: string, model: string, options: WatchedOptions = {}): WatchedBackend {
  const { apiKey, log = createLogger('silent'), awayMs = 10, readyMs = 10, ...rest } = options
  const server = { baseUrl, model, apiKey }
  const watch = new ServerWatch({ server, kind: 'office', log, awayMs, readyMs })
  return { watch, backend: new ServerBackend({ server, watch, usageMs: 100, ...rest }) }
}

export async function untilState({ watch }: Pick<WatchedBackend, 'watch'>, state: ModelState): Promise<void> {
  await until(
    `the server is ${state}`,
    () => watch.state,
    (seen) => seen === state,
  )
}
