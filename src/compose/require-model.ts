import { closeSync, openSync, readSync } from 'node:fs'
import { scriptFault } from '../../ai-workers/backends/script.js'
import { ConfigError } from '../config/config-error.js'
import type { Config } from '../config/config.js'

/** @throws ConfigError when `LOCAL_MODEL` names what cannot be opened. */
export function requireModel({ model: { local } }: Config): void {
  const fault = local.kind === 'scripted' ? scriptFault(`scripted:${local.options}`) : undefined
  if (fault !== undefined) throw new ConfigError([`LOCAL_MODEL: ${fault}`])
  if (local.kind !== 'file') return
  const beginning = beginningOf(local.path)
  if (beginning === undefined) throw new ConfigError([`LOCAL_MODEL: there is no readable file ${local.path}`])
  if (beginning !== 'GGUF') throw new ConfigError([`LOCAL_MODEL: ${local.path} is no GGUF file`])
}

function beginningOf(path: string): string | undefined {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const bytes = Buffer.alloc(4)
    readSync(file, bytes)
    return bytes.toString('latin1')
  } catch {
    // missing, forbidden, a folder: it cannot be read
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
