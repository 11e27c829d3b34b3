import { setTimeout } from 'node:timers/promises'
import type { Context } from 'graphql-ws'

/** Together with the 2 s between two session checks, this is less than the 5 s within which sockets must close. */
const timeoutMs = 1_000
const everyMs = 10

/** Resolves when all pending answers have been passed to their socket, or after a second. Running subscriptions are not included. */
export async function flushPending(socket: Pick<Context, 'subscriptions'>): Promise<void> {
  // graphql-ws keeps null for an operation until it is a stream or is answered
  const isWaited = (id: string) => socket.subscriptions[id] === null
  const pending = Object.keys(socket.subscriptions).filter(isWaited)
  // counted in ticks: a process that gets no processor time loses none of it
  for (let ticks = 0; pending.some(isWaited) && ticks < timeoutMs / everyMs; ticks += 1) await setTimeout(everyMs)
}
