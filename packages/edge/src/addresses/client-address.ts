import type { IncomingMessage, Server } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { plainAddress } from '@parley/runtime'
import { AddressSet } from './address-set.js'

const proxiesOf = new WeakMap<Socket, AddressSet>()

const noProxies = new AddressSet([])

/** Trusts the `X-Forwarded-For` of these addresses and networks (`10.0.0.0/8`). */
export function trustProxies(server: Server, proxies: readonly string[]): void {
  if (proxies.length === 0) return
  const trusted = new AddressSet(proxies)
  server.on('connection', (socket: Socket) => proxiesOf.set(socket, trusted))
}

/**
 * The address of the client: the peer, or behind trusted proxies the last address that is not one of them. Null when
 * the connection has ended.
 */
export function clientAddress({ socket, headers }: IncomingMessage): string | null {
  const peer = socket.remoteAddress
  return peer === undefined ? null : addressBehind(proxiesOf.get(socket) ?? noProxies, peer, headers['x-forwarded-for'])
}

/** The protocol between client and proxy, in lower case; undefined unless a trusted proxy names one in `X-Forwarded-Proto`. */
export function forwardedProtocol({ socket, headers }: IncomingMessage): string | undefined {
  const sent = headers['x-forwarded-proto']
  const trusted = proxiesOf.get(socket)
  if (sent === undefined || !trusted?.has(socket.remoteAddress ?? '')) return undefined
  // every proxy in a chain appends its protocol: the first one is the client's
  return String(sent).split(',', 1)[0]?.trim().toLowerCase()
}

/** The peer, or behind trusted proxies the last address of `forwardedFor` that is not one of them. */
export function addressBehind(trusted: AddressSet, peer: string, forwardedFor: string | string[] = ''): string {
  let client = plainAddress(peer)
  if (!trusted.has(client)) return client
  const forwarded = String(forwardedFor).split(',')
  while (trusted.has(client)) {
    const named = plainAddress(forwarded.pop()?.trim() ?? '')
    // a proxy that sends no valid client address counts as the client
    if (isIP(named) === 0) break
    client = named
  }
  return client
}
