import type { IncomingMessage, Server } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Socket } from 'node:net'

const proxiesOf = new WeakMap<Socket, BlockList>()

/** Believes what these addresses and networks (`10.0.0.0/8`) say in `X-Forwarded-For`. */
export function trustProxies(server: Server, proxies: readonly string[]): void {
  if (proxies.length === 0) return
  const trusted = new BlockList()
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/')
    if (prefix === undefined) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(address, Number(prefix), familyOf(address))
  }
  server.on('connection', (socket: Socket) => proxiesOf.set(socket, trusted))
}

/**
 * Where a request comes from: its peer, or behind trusted proxies the last address that none of them has. Null when the
 * connection has ended.
 */
export function clientAddress({ socket, headers }: IncomingMessage): string | null {
  const peer = socket.remoteAddress
  if (peer === undefined) return null
  const trusted = proxiesOf.get(socket)
  const isTrusted = (address: string) => trusted?.check(address, familyOf(address)) ?? false
  let client = plain(peer)
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  while (isTrusted(client)) {
    const named = plain(forwarded.pop()?.trim() ?? '')
    // a proxy that names nobody, or nonsense, is taken for the client
    if (isIP(named) === 0) break
    client = named
  }
  return client
}

/** Without what proxies write around an address: brackets, a port, IPv4 as IPv6. */
function plain(text: string): string {
  const [, inBrackets] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? []
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? []
  return (inBrackets ?? beforePort ?? text).replace(/^::ffff:(?=\d+\.)/i, '')
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
