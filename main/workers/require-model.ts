import { bundledModelFault, modelFault } from '@parley/engine'
import { scriptFault } from '../../ai-workers/backends/scripted/script.js'
import { ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import type { LocalModel } from '../../src/config/models/local-model.js'
import { kinds } from '../../src/kinds.js'
import { bundledModelFolder } from './model-files.js'

/**
 * Checks that the configured models can be opened. The bundled model is checked only if a worker will load it;
 * `bundledFolder` is the package's own by default.
 * @throws ConfigError when a configured model cannot be opened, or when the bundled one is needed but incomplete.
 */
export function requireModel(config: Config, bundledFolder = bundledModelFolder): void {
  const { roles, model, earlierLines } = config
  const models = { LOCAL_MODEL: model.local, KOREAN_MODEL: earlierLines.korean, ROLEPLAY_MODEL: earlierLines.roleplay }
  const isLoaded = kinds.some((kind) => roles.includes(kind))
  const faults = Object.entries(models).flatMap(([name, one]) => {
    if (!one || (one.kind === 'bundled' && !isLoaded)) return []
    const fault = faultOf(one, bundledFolder)
    return fault === undefined ? [] : [`${name}: ${fault}`]
  })
  if (faults.length > 0) throw new ConfigError(faults)
}

function faultOf(model: LocalModel, bundledFolder: string): string | undefined {
  if (model.kind === 'bundled') return bundledModelFault(bundledFolder)
  if (model.kind === 'scripted') return scriptFault(`scripted:${model.options}`)
  return model.kind === 'file' ? modelFault(model.path) : undefined
}
