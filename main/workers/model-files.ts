import { join } from 'node:path'
import type { ModelFiles } from '@parley/engine'
import type { Logger } from '@parley/runtime'
import type { Config } from '../../src/config/config.js'
import { makeDataDir } from '../../src/config/data-folder/data-dir.js'
import { packageRoot } from '../../src/package-root.js'

/** The folder of the default model, used when `LOCAL_MODEL` is unset. */
export const bundledModelFolder = join(packageRoot, 'models')

/** Model files, downloaded below the data folder. */
export function modelFilesOf({ dataDir, model: { hub } }: Config, log: Logger): ModelFiles {
  const downloads = { folder: join(dataDir, 'models'), hub, makeFolder: makeDataDir }
  return { bundledFolder: bundledModelFolder, downloads, log }
}
