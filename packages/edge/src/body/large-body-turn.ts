import type { IncomingMessage } from 'node:http'
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import { AppError, FairTurns, networksOf, smallBodyBytes, smallTargetBytes, type TurnClient } from '@parley/runtime'
import { clientAddress } from '../addresses/client-address.js'

/** Bytes in a millisecond: the time in which a body was received before its turn, at worst. */
const receivedInMs = 65_536
// their memory is bounded for each client
const turns = new FairTurns({ ofClient: Infinity, inAll: Infinity, refusal: () => new AppError('UNAVAILABLE') })

/**
 * Resolves when a body of this length may be parsed: at once, or when it is the turn of a large one; addresses have
 * their turns one after the other. Throws UNAVAILABLE when the client disconnects before.
 */
export async function largeBodyTurn(request: IncomingMessage, bytes: number): Promise<void> {
  await largeTurn(bytes, clientOf(request))
}

/** The turn of a request with a target of more than 8 KiB, whose parameters are read like a body; otherwise undefined. */
export function targetTurn(request: IncomingMessage): Promise<void> | undefined {
  const { length } = request.url ?? ''
  return length > smallTargetBytes ? measuredTurn(length, clientOf(request)) : undefined
}

/** As `largeBodyTurn`, for the next `bytes` of a body of which more than a small one has arrived. */
export async function pieceTurn(request: IncomingMessage, bytes: number): Promise<void> {
  await measuredTurn(bytes, clientOf(request))
}

/**
 * The turn of a text of so many bytes; undefined when it needs none. Parsing and validating 1 MiB can block for a fifth of
 * a second, and many smaller ones of one client do the same. The work that follows in this round of the event
 * loop is measured, and the next one waits for the same time and for that in which the text was received. So other
 * requests, which need several rounds, get half of the time.
 */
export function largeTurn(bytes: number, client: TurnClient): Promise<void> | undefined {
  if (bytes <= smallBodyBytes) return undefined
  return measuredTurn(bytes, client)
}

function clientOf(request: IncomingMessage): TurnClient {
  return { keys: networksOf(clientAddress(request)), isGone: () => request.socket.destroyed }
}

/** A turn of a client whatever the number of bytes. */
export function measuredTurn(bytes: number, client: TurnClient): Promise<void> {
  return new Promise((begin, refuse) => {
    const measured = async () => {
      begin()
      const beganAt = performance.now()
      await immediate()
      await pause(performance.now() - beganAt + bytes / receivedInMs)
    }
    turns.run(client, measured).catch(refuse)
  })
}
