import { Daemon } from './daemon.js'

export interface ParleyOptions {
  readonly name: string
  /** The arguments of node that run the program. */
  readonly program: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** A process of Parley: an instance or a worker, by its ROLES. */
export function createParley({ name, program, env }: ParleyOptions): Daemon {
  return new Daemon({
    name,
    command: [process.execPath, ...program],
    env: { HOST: '127.0.0.1', ...env },
    isReady: (output) => output.includes('"name":"ready"'),
  })
}
