import { modelFile } from '../../src/compose/model-file.js'
import { readConfig } from '../../src/config/config.js'
import type { Environment } from '../../src/config/env.js'
import { createLogger } from '../../src/logger.js'

/** The file that a worker would load in this environment. Rejects as the worker's start does. */
export function modelFileIn(environment: Environment): Promise<string> {
  const config = readConfig(environment)
  const { local } = config.model
  if (local.kind === 'scripted') throw new Error('a scripted model has no file')
  return modelFile(config, local, createLogger('silent'))
}
