import { ConfigError } from '../../src/config/config-error.js'

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

export function noDatabaseIn(dataDir: string): Refusal {
  const advice = 'Set DATA_DIR to the data folder of the server, or DATABASE_URL if its database is PostgreSQL.'
  return new Refusal(`There is no database in ${dataDir}. ${advice}`, 66)
}

/**
 * Runs a command-line tool: prints its result, or a sentence about the failure; `fault` is the exit code of an
 * unexpected error.
 */
export async function runCommand(work: () => string | Promise<string>, { fault = 1 } = {}): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = error instanceof Refusal ? error.exitCode : error instanceof ConfigError ? 78 : fault
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.join('\n')
  return error instanceof Error ? error.message : String(error)
}
