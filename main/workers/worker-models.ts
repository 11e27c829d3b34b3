import type { Config } from '../../src/config/config.js'
import type { LocalModel } from '../../src/config/models/local-model.js'
import type { Kind } from '../../src/kinds.js'

/** The models that a service has in lines 1.1 and 1.2 beside `Local`. */
const earlierModels: Readonly<Record<Kind, Readonly<Record<string, 'korean' | 'roleplay'>>>> = {
  office: {},
  character: { Korean: 'korean', Roleplay: 'roleplay' },
}

/**
 * The local models of a service by model name, with those of lines 1.1 and 1.2 if these lines are served. Without a
 * configuration these use the model of `Local` (contract: earlier-ai-lines.5).
 */
export function workerModels(
  { model: { local }, ports, earlierLines }: Config,
  kind: Kind,
): ReadonlyMap<string, LocalModel> {
  const models = new Map([['Local', local]])
  if (ports.legacy === undefined) return models
  for (const [name, key] of Object.entries(earlierModels[kind])) models.set(name, earlierLines[key] ?? local)
  return models
}

/** The script options by model name, if all models are scripted. */
export function scriptsOf(config: Config, kind: Kind): ReadonlyMap<string, string> | undefined {
  const scripts = new Map<string, string>()
  for (const [name, model] of workerModels(config, kind)) {
    if (model.kind !== 'scripted') return undefined
    scripts.set(name, model.options)
  }
  return scripts
}

/** Whether the worker of a kind ends with this process: a child process, or scripted models without an address. */
export function endsWithProcess(config: Config, kind: Kind): boolean {
  const isHere = config.workerUrls[kind] === undefined && scriptsOf(config, kind) !== undefined
  return isHere || config.roles.includes(kind)
}
