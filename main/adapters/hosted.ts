import type { TextBackend } from '../../ai-workers/backends/backend.js'
import { HostedBackend } from '../../ai-workers/backends/hosted/hosted-backend.js'
import { kinds } from '../../src/kinds.js'
import type { ModelFacts } from '../../src/replies/model-list.js'
import type { Config } from '../../src/config/config.js'

/** The model names that a message may use, on the documented paths and in GraphQL (contract: ai-workers.4). */
export function modelNames({ hosted }: Config): readonly string[] {
  return ['Local', ...Object.keys(hosted)]
}

/** False for a hosted model whose key is missing, which can only report that. */
export function isConfigured({ hosted }: Config, name: string): boolean {
  const model = Object.hasOwn(hosted, name) ? hosted[name] : undefined
  return !model || model.isKeyless || model.apiKey !== undefined
}

/** What the operator has said of a model. Of the local one nothing: its workers know it. */
export function factsOf({ hosted }: Config, name: string): ModelFacts {
  const facts = Object.hasOwn(hosted, name) ? hosted[name] : undefined
  const { label, contextTokens, hasVision, hasTools, hasThoughts, parameters } = facts ?? {}
  return { label, contextTokens, vision: hasVision, tools: hasTools, thoughts: hasThoughts, parameters }
}

/** Whether a model receives the image of a message. */
export const hasVision = (config: Config, name: string): boolean => factsOf(config, name).vision === true

/** Whether the workers of this program run the bundled demonstration model. Of workers elsewhere it is not known. */
export const runsDemonstration = ({ model, roles }: Config): boolean =>
  model.local.kind === 'bundled' && kinds.some((kind) => roles.includes(kind))

/** The hosted models of both workers, by alias. */
export function hostedBackends({ hosted }: Config): [alias: string, backend: TextBackend][] {
  return Object.entries(hosted).map(([alias, model]) => [alias, new HostedBackend(model)])
}
