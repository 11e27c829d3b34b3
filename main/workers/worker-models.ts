import type { Config } from '../../src/config/config.js'
import type { LocalModel } from '../../src/config/models/local-model.js'
import type { WorkerKind } from '../../src/ports/reply-generator/reply-generator.js'

/**
 * The models of a service that run on this machine, by the contract's word. The character service has those of lines 1.1 and 1.2
 * where a client may ask for them; unless they are configured they are the model of `Local` (contract: earlier-ai-lines.5).
 */
export function workerModels(
  { model: { local }, ports, earlierLines }: Config,
  kind: WorkerKind,
): ReadonlyMap<string, LocalModel> {
  const models = new Map([['Local', local]])
  if (kind === 'office' || ports.legacy === undefined) return models
  return models.set('Korean', earlierLines.korean ?? local).set('Roleplay', earlierLines.roleplay ?? local)
}

/** The options of the models by the same words where all of them are scripted. */
export function scriptsOf(config: Config, kind: WorkerKind): ReadonlyMap<string, string> | undefined {
  const scripts = new Map<string, string>()
  for (const [name, model] of workerModels(config, kind)) {
    if (model.kind !== 'scripted') return undefined
    scripts.set(name, model.options)
  }
  return scripts
}
