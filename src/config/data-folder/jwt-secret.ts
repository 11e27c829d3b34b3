import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemErrorCode } from '@parley/runtime'
import { ConfigError } from '../config-error.js'
import type { Config } from '../config.js'
import { makeDataDir } from './data-dir.js'
import { jwtSecretText } from '../rules.js'
import { writeOnce } from './write-once.js'

/**
 * The HS512 key that signs tokens: `JWT_SECRET`, else the content of `DATA_DIR/jwt-secret`, which the first start
 * writes. The key is the text itself, so tokens stay valid when the content of the file is moved into `JWT_SECRET`.
 * @throws ConfigError when the file cannot be written or read, is too short, or is readable by others.
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
    writeSecret(file)
    return readSecret(file) ?? throwConfigError(file, 'it vanished')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    return throwConfigError(file, systemErrorCode(error), error)
  }
}

function writeSecret(file: string): void {
  try {
    writeOnce(file, randomBytes(64).toString('base64url'))
  } catch (error) {
    throw new ConfigError([`DATA_DIR: the file ${file} cannot be written (${systemErrorCode(error)})`], error)
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

function throwConfigError(file: string, why: string, cause?: unknown): never {
  throw new ConfigError([`JWT_SECRET: the secret in ${file} cannot be read (${why}); set JWT_SECRET instead`], cause)
}
