import { accessSync, constants } from 'node:fs'
import { scriptFault } from '../../ai-workers/backends/script.js'
import { ConfigError } from '../config/config-error.js'
import type { Config } from '../config/config.js'

/** @throws ConfigError when `LOCAL_MODEL` names what cannot be opened. */
export function requireModel({ model: { local } }: Config): void {
  const fault = local.kind === 'scripted' ? scriptFault(`scripted:${local.options}`) : undefined
  if (fault !== undefined) throw new ConfigError([`LOCAL_MODEL: ${fault}`])
  if (local.kind !== 'file') return
  try {
    accessSync(local.path, constants.R_OK)
  } catch {
    throw new ConfigError([`LOCAL_MODEL: there is no readable file ${local.path}`])
  }
}
