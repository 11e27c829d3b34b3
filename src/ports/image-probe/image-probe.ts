import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { AppError, type CountedKey, KeyedCounts, type Logger, unlessAborted } from '@parley/runtime'
import { isStoredImageUrl } from '../../limits.js'
import { isAllowedImageAddress } from './addresses.js'

export interface ImageProbeOptions {
  /** host[:port] of the only servers that requests are sent to (`IMAGE_HOST`, and the host of `PUBLIC_URL`, perhaps with its path). */
  readonly hosts: readonly string[]
  readonly log: Logger
  /** Resolves a host name; by default with the system's resolver. */
  readonly resolve?: (name: string) => Promise<readonly LookupAddress[]>
  /** Timeout until the headers of the answer arrive, in milliseconds. */
  readonly timeoutMs?: number
  /** Concurrent requests. A client has a quarter of them. */
  readonly concurrency?: number
}

const defaultTimeoutMs = 3_000
const defaultConcurrency = 32

/**
 * Checks whether an image is served, with the outbound request of lines 0.1 to 0.4 (contract: images.8), to an address
 * that a client names. The name is resolved once and the connection uses that result. Redirects are not followed and no
 * body is read.
 */
export class ImageProbe {
  readonly #lookups = new Map<string, Promise<readonly LookupAddress[]>>()
  readonly #counts = new KeyedCounts()
  #openRequests = 0

  constructor(private readonly options: ImageProbeOptions) {}

  /**
   * True when a HEAD request is answered with 200 in time. Every failure is logged and returns false. Throws
   * UNAVAILABLE when too many requests are open, of this client or of all: the result is then unknown. `client`: its
   * account, or the networks of its address; none for a service.
   */
  async isServed(url: string, client: readonly CountedKey[] = []): Promise<boolean> {
    const { hosts, log, timeoutMs = defaultTimeoutMs, concurrency = defaultConcurrency } = this.options
    if (!isStoredImageUrl(url, hosts)) return false
    if (this.#openRequests >= concurrency || this.#counts.isFull(client, concurrency / 4))
      throw new AppError('UNAVAILABLE', { retryAfterMs: 1_000 })
    this.#openRequests += 1
    const release = this.#counts.acquire(client)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return (await this.#statusOf(new URL(url), signal)) === 200
    } catch (error) {
      log.warn({ host: new URL(url).host, err: error }, 'image_probe.failed')
      return false
    } finally {
      this.#openRequests -= 1
      release()
    }
  }

  async #statusOf(url: URL, signal: AbortSignal): Promise<number> {
    const name = url.hostname.replace(/^\[(.+)\]$/, '$1')
    const addresses = await unlessAborted(signal, this.#addressesOf(name))
    if (addresses.length === 0 || !addresses.every(isAllowedImageAddress))
      throw new Error('no address that may be asked')
    return headStatus(url, { name, addresses, signal })
  }

  /** One look-up per name at a time: look-ups share a few threads with password hashing and file reads. */
  #addressesOf(name: string): Promise<readonly LookupAddress[]> {
    const { resolve = (host: string) => lookup(host, { all: true }) } = this.options
    const running = this.#lookups.get(name)
    if (running) return running
    const found = resolve(name).finally(() => this.#lookups.delete(name))
    this.#lookups.set(name, found)
    return found
  }
}

function headStatus(
  url: URL,
  { name, addresses, signal }: { name: string; addresses: readonly LookupAddress[]; signal: AbortSignal },
): Promise<number> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method: 'HEAD',
      host: name,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host },
      lookup: pinnedTo(addresses),
      agent: false,
      maxHeaderSize: 8_192,
      signal,
    })
    outgoing.once('response', ({ statusCode = 0 }) => {
      outgoing.destroy()
      resolve(statusCode)
    })
    // the connection can also fail after the answer, when the promise is already settled
    outgoing.on('error', reject)
    outgoing.end()
  })
}

/** A resolver that knows only these addresses: the name cannot point to another machine later. */
function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_name, { all }, answer) => {
    const [first] = addresses
    if (all) answer(null, [...addresses])
    else answer(null, first?.address ?? '', first?.family)
  }
}
