import type { Config } from '../../src/config/config.js'
import type { LocalModel } from '../../src/config/models/local-model.js'
import type { Kind } from '../../src/kinds.js'

/** The models of lines 1.1 and 1.2 that a service has beside `Local`. */
const earlierModels: Readonly<Record<Kind, Readonly<Record<string, 'korean' | 'roleplay'>>>> = {
  office: {},
  character: { Korean: 'korean', Roleplay: 'roleplay' },
}

/**
 * The models of a service that run on this machine, by the contract's word: those of lines 1.1 and 1.2 where a client may ask for
 * them. Unless they are configured they are the model of `Local` (contract: earlier-ai-lines.5).
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

/** The options of the models by the same words where all of them are scripted. */
export function scriptsOf(config: Config, kind: Kind): ReadonlyMap<string, string> | undefined {
  const scripts = new Map<string, string>()
  for (const [name, model] of workerModels(config, kind)) {
    if (model.kind !== 'scripted') return undefined
    scripts.set(name, model.options)
  }
  return scripts
}
