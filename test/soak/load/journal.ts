/** What the users did, and every answer that they should not have got. */
export class Journal {
  readonly #done = new Map<string, number>()
  readonly failures: string[] = []

  note(act: string): void {
    this.#done.set(act, (this.#done.get(act) ?? 0) + 1)
  }

  fail(act: string, error: unknown): void {
    this.failures.push(`${new Date().toISOString()} ${act}: ${reasonOf(error)}`)
  }

  /** The number of acts, by name. */
  get done(): ReadonlyMap<string, number> {
    return this.#done
  }

  get total(): number {
    return [...this.#done.values()].reduce((sum, count) => sum + count, 0)
  }
}

/** The events of a socket are not errors, and have their values in getters. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return `${error.message}${causeOf(error)}`
  const values = ['type', 'code', 'reason', 'message'].map((name) => [name, valueOf(error, name)] as const)
  return `${JSON.stringify(error)} ${JSON.stringify(Object.fromEntries(values))}`
}

function valueOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error ? ` (${cause.message})` : ''
}
