import { readFileSync } from 'node:fs'

const established = '01'

/**
 * The client ports whose connections a server keeps open at its port, from the tables of Linux: a client that reads nothing
 * does not notice an end.
 */
export function openAt(serverPort: number): ReadonlySet<number> {
  const rows = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n'))
  const ports = rows.flatMap((row) => {
    const [, local = '', remote = '', state] = row.trim().split(/\s+/)
    return state === established && portOf(local) === serverPort ? [portOf(remote)] : []
  })
  return new Set(ports)
}

/** Of an address such as `0100007F:1F90`. */
function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16)
}
