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
