import { closeSync, openSync, readSync } from 'node:fs'
import { scriptFault } from '../../ai-workers/backends/script.js'
import { ConfigError } from '../config/config-error.js'
import type { Config } from '../config/config.js'
import type { LocalModel } from '../config/model.js'

/** @throws ConfigError when a setting names a model that cannot be opened. */
export function requireModel({ model: { local }, earlierLines: { korean, roleplay } }: Config): void {
  const models = { LOCAL_MODEL: local, KOREAN_MODEL: korean, ROLEPLAY_MODEL: roleplay }
  const faults = Object.entries(models).flatMap(([name, model]) => {
    const fault = model && faultOf(model)
    return fault === undefined ? [] : [`${name}: ${fault}`]
  })
  if (faults.length > 0) throw new ConfigError(faults)
}

function faultOf(model: LocalModel): string | undefined {
  if (model.kind === 'scripted') return scriptFault(`scripted:${model.options}`)
  if (model.kind !== 'file') return undefined
  const beginning = beginningOf(model.path)
  if (beginning === undefined) return `there is no readable file ${model.path}`
  return beginning === 'GGUF' ? undefined : `${model.path} is no GGUF file`
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
