import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createLogger, systemErrorCode } from '@parley/runtime'
import { openOperator, type Operator, type Uses } from '../../main/operator.js'
import { ConfigError } from '../../src/config/config-error.js'
import type { Config } from '../../src/config/config.js'
import { databaseFileFault } from '../../src/config/data-folder/file-fault.js'
import { operatorSocket } from '../../src/config/data-folder/operator-socket.js'
import { hasDatabase, noDatabaseIn, Refusal } from './command.js'
import { askAt, isAnswered, stopAdvice, type Ask } from './ask.js'

/** A starting server locks the folder some time before it answers. */
const patienceMs = 5_000
const pauseMs = 100

/**
 * Runs a command against the server that uses the data folder; without one, and on PostgreSQL, directly against the
 * stores. Both serve the same rows, so the command does not depend on it, but for the
 * settings of the environment: `isAlone` says that they are its own. A folder without a database may be the wrong
 * one and is refused, except for a command that may create it (`begins`) in a folder that no server has used. A command
 * without `usesImages` needs no access to the file store, one without `usesQueues` none to the workers.
 */
export async function throughDoor<T>(
  config: Config,
  command: (ask: Ask, isAlone: boolean) => Promise<T>,
  { begins = false, usesImages = true, usesQueues = false }: Partial<Uses> = {},
): Promise<T> {
  const hasStore = config.databaseUrl !== undefined || hasDatabase(config.dataDir)
  // what a server on PostgreSQL leaves in its data folder: a database here would be one that no server uses
  const isOfServer = ['jwt-secret', 'images'].some((name) => existsSync(join(config.dataDir, name)))
  if (!hasStore && (!begins || isOfServer)) throw noDatabaseIn(config.dataDir)
  const socket = operatorSocket(config.dataDir)
  const mayAnswer = config.databaseUrl === undefined
  const deadline = Date.now() + (mayAnswer ? patienceMs : 0)
  for (;;) {
    if (mayAnswer && (await isAnswered(socket))) return command(askAt(socket), false)
    const operator = await openUnlessUsed(config, { begins, usesImages, usesQueues, isLast: Date.now() >= deadline })
    if (operator)
      return command(askAt(operator.socket), true)
        .catch(asFileFault(config))
        .finally(() => operator.close())
    await pause(pauseMs)
  }
}

/** Why nothing can be stored, if the files of the database are the reason. */
function asFileFault({ databaseUrl, dataDir }: Config): (error: unknown) => never {
  return (error) => {
    const isUnavailable = databaseUrl === undefined && error instanceof Refusal && error.exitCode === 69
    const fault = isUnavailable ? databaseFileFault(dataDir, 'read and write') : undefined
    throw fault === undefined ? error : new ConfigError([fault], error)
  }
}

/** Undefined while another process uses the folder; on the last try this throws a Refusal. */
async function openUnlessUsed(
  config: Config,
  { isLast, ...uses }: Uses & { readonly isLast: boolean },
): Promise<Operator | undefined> {
  try {
    return await openOperator(config, { log: createLogger('silent'), ...uses })
  } catch (error) {
    if (!(error instanceof ConfigError) || systemErrorCode(error.cause) !== 'SQLITE_BUSY') throw error
    if (!isLast) return undefined
    throw new Refusal(`${error.faults[0] ?? ''}\n${stopAdvice}`, 75, error)
  }
}
