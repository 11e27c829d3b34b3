import { setTimeout } from 'node:timers/promises'
import type { Context } from 'graphql-ws'

/** With the 2 s between two looks at sessions it stays below the 5 s in which their sockets close. */
const patienceMs = 1_000
const everyMs = 10

/**
 * Resolves when what a client is waiting for now has been written, at the latest after a second. Subscriptions that have begun
 * are not included.
 */
export async function flushPending(socket: Pick<Context, 'subscriptions'>): Promise<void> {
  // graphql-ws keeps null in the place of an operation until it is a stream or its answer is written
  const isWaited = (id: string) => socket.subscriptions[id] === null
  const asked = Object.keys(socket.subscriptions).filter(isWaited)
  const until = performance.now() + patienceMs
  while (asked.some(isWaited) && performance.now() < until) await setTimeout(everyMs)
}
