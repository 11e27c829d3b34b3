import { join } from 'node:path'

/** The socket file on which the server of a data folder serves the operator, in its own folder. */
export function operatorSocket(dataDir: string): string {
  return join(dataDir, 'operator', 'door')
}

/** The maximum length in bytes of a socket path on every system: macOS allows 104 with the terminating zero. */
export const maxSocketPathLength = 103

/** Its path for operations. */
export const operatorPath = '/graphql'
