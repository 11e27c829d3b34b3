import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { AppError, reasonOf, StoreDamaged, systemErrorCode } from '@parley/runtime'
import { badConfiguration, ConfigError } from '../../src/config/config-error.js'
import { databaseFileFault } from '../../src/config/data-folder/file-fault.js'

/** A failed command, without a fault of Parley: a sentence for the operator and an exit code of sysexits.h. */
export class Refusal extends Error {
  constructor(
    sentence: string,
    readonly exitCode: number,
    cause?: unknown,
  ) {
    super(sentence, { cause })
    this.name = 'Refusal'
  }
}

/** `--help`: the message is the usage, which is the output of the command. */
export class HelpRequest extends Error {
  override name = 'HelpRequest'
}

export function noDatabaseIn(dataDir: string): Refusal {
  const advice = 'Set DATA_DIR to the data folder of the server, or DATABASE_URL if its database is PostgreSQL.'
  return new Refusal(`There is no database in ${dataDir}. ${advice}`, 66)
}

/** Throws Refusal when this user cannot enter the data folder, ConfigError when it cannot read the database there. */
export function hasDatabase(dataDir: string): boolean {
  try {
    accessSync(join(dataDir, 'parley.db'), constants.F_OK)
  } catch (error) {
    if (systemErrorCode(error) !== 'EACCES') return false
    throw new Refusal(`${dataDir} belongs to another user: run this as that one.`, 77, error)
  }
  const fault = databaseFileFault(dataDir, 'read')
  if (fault !== undefined) throw new ConfigError([fault])
  return true
}

/** Wrong arguments: the usage, then the reason, which a terminal shows last. */
export function wrongUse(reason: string, usage: string, cause?: unknown): Refusal {
  return new Refusal(`${usage}\n${reason}`, 64, cause)
}

/** Parses the arguments of a command. Throws HelpRequest for `--help`, Refusal for an unknown or incomplete option. */
export function readArguments<T extends ParseArgsConfig>(
  usage: string,
  config: T & { readonly args: string[] },
): ReturnType<typeof parseArgs<T>> {
  if (config.args.includes('--help')) throw new HelpRequest(usage)
  try {
    return parseArgs<T>(config)
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split(/\. |\n/) : []
    throw wrongUse(reason, usage, error)
  }
}

/** Runs a command-line tool: prints its result, or a sentence about the failure, with an exit code of sysexits.h. */
export async function runCommand(work: () => string | Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    if (error instanceof HelpRequest) return void process.stdout.write(`${error.message}\n`)
    const { sentence, exitCode } = failureOf(error)
    process.stderr.write(`${sentence}\n`)
    process.exitCode = exitCode
  }
}

const damageRemedy = 'restore the newest backup; npm run doctor lists what is damaged'

function failureOf(error: unknown): { readonly sentence: string; readonly exitCode: number } {
  if (error instanceof ConfigError) return { sentence: error.faults.join('\n'), exitCode: badConfiguration }
  const sentence = error instanceof Error ? error.message : String(error)
  if (error instanceof StoreDamaged)
    return { sentence: `${sentence} (${reasonOf(error)}): ${damageRemedy}`, exitCode: badConfiguration }
  if (error instanceof Refusal) return { sentence, exitCode: error.exitCode }
  if (error instanceof AppError && error.code === 'UNAVAILABLE') return { sentence: `${sentence}.`, exitCode: 69 }
  return { sentence, exitCode: 70 }
}
