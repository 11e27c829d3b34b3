import { BlockList, isIP, isIPv6 } from 'node:net'
import type { ProxyAgent } from 'undici'

/** What `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` say. */
interface ProxySettings {
  /** For http addresses. */
  readonly http: string | undefined
  /** For https addresses. */
  readonly https: string | undefined
  /** Hosts that are reached without a proxy. */
  readonly exempt: readonly string[]
}

/** Networks that no proxy leads to: this machine and private ones. */
const ownNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv4')
ownNetworks.addAddress('::1', 'ipv6')
ownNetworks.addSubnet('fc00::', 7, 'ipv6')
ownNetworks.addSubnet('fe80::', 10, 'ipv6')

let current: ProxySettings = { http: undefined, https: undefined, exempt: [] }

/** The settings of this process, set once at its start. */
export function useProxies(settings: ProxySettings): void {
  current = settings
}

/**
 * The proxy through which a service that the operator names is reached; undefined for none. Services of this installation and addresses
 * that clients give never ask: the checks of those resolve names themselves.
 */
export function proxyFor(url: URL): URL | undefined {
  const proxy = url.protocol === 'https:' ? current.https : current.http
  if (proxy === undefined || isOwn(url.hostname)) return undefined
  return current.exempt.some((entry) => isExempt(url, entry)) ? undefined : new URL(proxy)
}

/** The `Proxy-Authorization` for a proxy whose address has a user. */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** `fetch` for such a service. */
export const outboundFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const proxy = proxyFor(url)
  if (!proxy) return fetch(input, init)
  const dispatcher = await agentOf(proxy, url)
  const { fetch: fetchBy } = await import('undici')
  const options = { ...init, dispatcher } as Parameters<typeof fetchBy>[1]
  // that of Node is a copy of it: the two agree on everything but the identity of their classes
  return fetchBy(url, options)
}

const agents = new Map<string, ProxyAgent>()

/** An https address by a tunnel, an http one by a request to the proxy, as proxies expect them. Loaded on first use. */
async function agentOf(proxy: URL, { protocol }: URL): Promise<ProxyAgent> {
  const key = `${protocol} ${proxy.href}`
  const known = agents.get(key)
  if (known) return known
  const { ProxyAgent: Agent } = await import('undici')
  const agent = new Agent({ uri: proxy.href, proxyTunnel: protocol === 'https:' })
  agents.set(key, agent)
  return agent
}

/** This machine, a private address, or a name without a dot, which only the own network knows. */
function isOwn(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) > 0) return ownNetworks.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
  return !host.includes('.') || host.endsWith('.localhost')
}

/** `example.com` and `.example.com` are a host with all below it; a port and a network such as `203.0.113.0/24` are possible. */
function isExempt(url: URL, entry: string): boolean {
  if (entry === '*') return true
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const [, network = '', bits] = /^([\d.]+|[\da-f:]+)\/(\d{1,3})$/i.exec(entry) ?? []
  const family = isIPv6(network) ? 'ipv6' : 'ipv4'
  if (bits !== undefined && isIP(network) > 0) {
    const list = new BlockList()
    if (Number(bits) <= (family === 'ipv6' ? 128 : 32)) list.addSubnet(network, Number(bits), family)
    return isIP(host) > 0 && list.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
  }
  const [, inBrackets, name = '', port] = /^(?:\[(.+)\]|([^:]*|.*:.*:.*))(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
  const portOf = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  if (port !== undefined && port !== portOf) return false
  const listed = (inBrackets ?? name).replace(/^\*?\./, '')
  return listed !== '' && (host === listed || (isIP(host) === 0 && host.endsWith(`.${listed}`)))
}
