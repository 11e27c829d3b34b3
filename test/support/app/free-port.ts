import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const given = new Set<number>()

/**
 * A TCP port of 127.0.0.1 that was free a moment ago, never the same one twice. It is below the range of ephemeral
 * ports: an outgoing connection could use one of those while its server is down.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
