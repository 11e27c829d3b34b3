import { ConfigError } from '../src/config/config-error.js'
import type { Config } from '../src/config/config.js'
import { dataDirFault } from '../src/config/data-folder/data-dir.js'
import { databaseFileFault } from '../src/config/data-folder/file-fault.js'
import { storeRoles } from '../src/config/roles.js'
import { requireCertificate } from './roles/require-certificate.js'
import { requireModel } from './workers/require-model.js'

/**
 * Why a process cannot start on this machine: models, certificate, data folder and the files of its database, as faults of
 * their settings.
 */
export function startFaults(config: Config): readonly string[] {
  const folderFault = keepsFiles(config) ? (dataDirFault(config.dataDir) ?? filesFault(config)) : undefined
  return [
    ...faultsOf(() => requireModel(config)),
    ...faultsOf(() => requireCertificate(config)),
    ...(folderFault === undefined ? [] : [folderFault]),
  ]
}

/** Whether the start creates files in the data folder. */
function keepsFiles({ roles, databaseUrl, imageBucket, jwtSecret }: Config): boolean {
  return storeRoles.some((role) => roles.includes(role)) && !(databaseUrl && imageBucket && jwtSecret)
}

function filesFault({ databaseUrl, dataDir }: Config): string | undefined {
  return databaseUrl === undefined ? databaseFileFault(dataDir, 'read and write') : undefined
}

function faultsOf(check: () => unknown): readonly string[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}
