import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The socket file on which the server of a data folder serves the operator, in its own folder. */
export function operatorSocket(dataDir: string): string {
  return join(dataDir, 'operator', 'door')
}

/** Its path for operations. */
export const operatorPath = '/graphql'

/** The maximum length in bytes of a socket path on every system: macOS allows 104 with the terminating zero. */
const maxSocketPathLength = 103

/** A path that a socket can have; `remove` it after the last use. */
interface SocketAddress {
  readonly path: string
  readonly remove: () => void
}

/**
 * The address of a socket file whose own path may be too long for a socket: then it leads through a link to the folder
 * of the file, in a new temporary folder that only this user can enter.
 */
export function socketAddress(file: string): SocketAddress {
  if (fits(file)) return { path: file, remove: () => undefined }
  const short = join(tmpdir(), 'parley-XXXXXX', 'to', basename(file))
  const folder = mkdtempSync(join(fits(short) ? tmpdir() : '/tmp', 'parley-'))
  symlinkSync(dirname(file), join(folder, 'to'))
  return { path: join(folder, 'to', basename(file)), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const fits = (path: string) => Buffer.byteLength(path) <= maxSocketPathLength
