import { AppError } from '@parley/runtime'

/** The exit code of a process whose configuration must be corrected: EX_CONFIG of sysexits.h. */
export const badConfiguration = 78

/** The operator must correct something before this process can start. main.ts prints the faults and exits with 78. */
export class ConfigError extends Error {
  /** One sentence per fault, each beginning with the name of its variable. Never contains a secret or a URL. */
  readonly faults: readonly string[]

  constructor(faults: readonly string[], cause?: unknown) {
    super(faults.join('\n'), { cause })
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** Rethrows the refusal of a server (AppError BAD_USER_INPUT) as a fault of the setting with its address. */
export function asFaultOf(setting: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'BAD_USER_INPUT') throw error
    throw new ConfigError([`${setting}: ${error.message}`], error)
  }
}
