import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemErrorCode } from '@parley/runtime'

/**
 * Leaves a complete, durable file that only its owner can read: with this text, or that of another process that started
 * at the same time. Throws the system's error.
 */
export function writeOnce(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}.draft`
  const content = { mode: 0o600, flag: 'wx', flush: true } as const
  try {
    writeFileSync(draft, `${text}\n`, content)
    try {
      // unlike a rename, a link never replaces a file, so two concurrent starts get the same text
      linkSync(draft, file)
    } catch (error) {
      // some network file systems have no links
      if (systemErrorCode(error) !== 'EEXIST') writeFileSync(file, `${text}\n`, content)
    }
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}
