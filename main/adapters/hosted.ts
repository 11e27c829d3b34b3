import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { HostedBackend } from '../../ai-workers/backends/hosted/hosted-backend.js'
import type { Config } from '../../src/config/config.js'

/** The model names that a message may use, on the documented paths and in GraphQL (contract: ai-workers.4). */
export function modelNames({ hosted }: Config): readonly string[] {
  return ['Local', ...Object.keys(hosted.models)]
}

/** False for a hosted model without a key, which can only report that. */
export function isConfigured({ hosted }: Config, model: string): boolean {
  return !Object.hasOwn(hosted.models, model) || hosted.apiKey !== undefined
}

/** The hosted models of both workers, by alias. */
export function hostedBackends({ hosted }: Config): [alias: string, backend: TextBackend][] {
  const { apiKey, baseUrl, models } = hosted
  return Object.entries(models).map(([alias, model]) => [alias, new HostedBackend({ model, apiKey, baseUrl })])
}
