import { createSecretKey, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config-error.js'
import type { Config } from '../config.js'
import { systemErrorCode } from '../../system-error-code.js'
import { makeDataDir } from './data-dir.js'
import { jwtSecretText } from '../rules.js'

/**
 * The HS512 key that signs tokens: `JWT_SECRET`, else the content of `DATA_DIR/jwt-secret`, which the first start
 * writes. The key is the text itself, so tokens stay valid when the content of the file is moved into `JWT_SECRET`.
 * @throws ConfigError when the file cannot be written, is too short, or is readable by others.
 */
export function loadJwtSecret(config: Partial<Pick<Config, 'jwtSecret'>> & Pick<Config, 'dataDir'>): KeyObject {
  return createSecretKey(config.jwtSecret ?? keptSecret(config.dataDir), 'utf8')
}

function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret')
  makeDataDir(dataDir)
  try {
    const kept = readSecret(file)
    if (kept !== undefined) return kept
    writeSecret(dataDir, file)
    return readSecret(file) ?? throwConfigError(file, 'it vanished')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    return throwConfigError(file, systemErrorCode(error), error)
  }
}

function readSecret(file: string): string | undefined {
  const descriptor = openIfPresent(file)
  if (descriptor === undefined) return undefined
  try {
    if ((fstatSync(descriptor).mode & 0o077) !== 0) {
      throw new ConfigError([`JWT_SECRET: others can read ${file}; run chmod 600 on it`])
    }
    const secret = readFileSync(descriptor, 'utf8').trim()
    if (!jwtSecretText.safeParse(secret).success) {
      throw new ConfigError([`JWT_SECRET: ${file} holds less than 64 bytes; remove it and a new one is written`])
    }
    return secret
  } finally {
    closeSync(descriptor)
  }
}

function openIfPresent(file: string): number | undefined {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Leaves a complete, durable secret in `file`: this one, or that of another process that started at the same time. */
function writeSecret(dataDir: string, file: string): void {
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, `${randomBytes(64).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    // unlike a rename, a link never replaces a file, so two concurrent starts get the same secret
    linkSync(draft, file)
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function throwConfigError(file: string, why: string, cause?: unknown): never {
  throw new ConfigError([`JWT_SECRET: no secret can be kept at ${file} (${why}); set JWT_SECRET instead`], cause)
}
