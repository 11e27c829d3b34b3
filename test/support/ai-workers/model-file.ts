import { modelFile } from '@parley/engine'
import { createLogger } from '@parley/runtime'
import { modelFilesOf } from '../../../main/workers/model-files.js'
import { requireModel } from '../../../main/workers/require-model.js'
import { readConfig } from '../../../src/config/config.js'
import type { Environment } from '../../../src/config/env.js'
import { faultsOf } from '../app/config-faults.js'

/** The model file that a worker loads with this environment. Rejects like the worker's start. */
export function modelFileIn(environment: Environment): Promise<string> {
  const config = readConfig(environment)
  const { local } = config.model
  if (local.kind === 'scripted' || local.kind === 'server') throw new Error('this model has no file')
  return modelFile(local, modelFilesOf(config, createLogger('silent')))
}

/** The faults that a start with this environment reports, with the bundled model in `bundledFolder`. */
export function modelFaultsIn(environment: Environment, bundledFolder: string): readonly string[] {
  return faultsOf(() => requireModel(readConfig(environment), bundledFolder))
}
