import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Ports from here on are given; as many ports above them are only reserved. */
const first = 20_000
const count = 6_000

/**
 * A free TCP port of 127.0.0.1. No other call returns it while this process runs, even in another process: the port
 * `count` above it stays occupied until then. All are below the range of ephemeral ports: an outgoing connection could
 * use one of those while its server is down.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, first + count)
    if ((await reserve(port + count)) && (await isFree(port))) return port
  }
}

/** Whether the port was free; from then on it is occupied until this process ends. */
function reserve(port: number): Promise<boolean> {
  const server = createServer().unref()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
