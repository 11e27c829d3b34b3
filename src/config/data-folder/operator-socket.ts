import { join } from 'node:path'

/** Where the server of a data folder answers its machine's operator: a socket file in a folder of its own. */
export function operatorSocket(dataDir: string): string {
  return join(dataDir, 'operator', 'door')
}

/** Bytes of a path that every system accepts as the address of a socket: macOS has 104 with the closing zero. */
export const longestSocketPath = 103
