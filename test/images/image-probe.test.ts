import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '@parley/runtime'
import { amidCollections, until } from '@parley/testing'
import { isAllowedImageAddress } from '../../src/ports/image-probe/addresses.js'
import { ImageProbe, type ImageProbeOptions } from '../../src/ports/image-probe/image-probe.js'
import { ImageServer } from '../support/images/image-server.js'

let images: ImageServer
beforeAll(async () => {
  images = await ImageServer.open()
})
afterAll(() => images.close())
beforeEach(() => {
  images.asked.length = 0
})

const log = createLogger('silent')
const named = () => `img.example:${String(images.port)}`
const probe = (options: Partial<ImageProbeOptions> = {}) =>
  new ImageProbe({ hosts: [images.host], log, timeoutMs: 60_000, ...options })
const here = { address: '127.0.0.1', family: 4 }

describe('an image', () => {
  it('is served when HEAD is answered with 200, and only HEAD is requested', async () => {
    expect(await probe().isServed(images.url('there'))).toBe(true)
    expect(images.asked).toEqual(['HEAD /thumbnail?id=there'])
  })

  it.each(['gone', 'empty', 'chatty'])('is not served when it is %s', async (id) => {
    expect(await probe().isServed(images.url(id))).toBe(false)
  })

  it('is not served when it redirects, and the other address is not requested', async () => {
    expect(await probe().isServed(images.url('moved'))).toBe(false)
    expect(images.asked).toEqual(['HEAD /thumbnail?id=moved'])
  })

  it('is not served when the server is silent, refuses, or speaks no TLS', async () => {
    const impatient = probe({ timeoutMs: 50 })
    expect(await amidCollections(() => impatient.isServed(images.url('silent')))).toBe(false)
    expect(await probe({ hosts: ['127.0.0.1:1'] }).isServed(images.url('there', '127.0.0.1:1'))).toBe(false)
    expect(await probe().isServed(images.url('there').replace('http:', 'https:'))).toBe(false)
  })

  it.each([
    ['of another host', () => images.url('there', `localhost:${String(images.port)}`)],
    ['of another port', () => images.url('there', '127.0.0.1:1')],
    ['with another path', () => `http://${images.host}/admin?id=there`],
    ['with a user', () => `http://x@${images.host}/thumbnail?id=there`],
    ['of another scheme', () => `ftp://${images.host}/thumbnail?id=there`],
  ])('%s is never asked for', async (_, url) => {
    expect(await probe().isServed(url())).toBe(false)
    expect(images.asked).toEqual([])
  })
})

describe('the name of a host', () => {
  const probeOf = (resolve: ImageProbeOptions['resolve'], more: Partial<ImageProbeOptions> = {}) =>
    probe({ hosts: [named()], ...(resolve ? { resolve } : {}), ...more })

  it('is looked up once, and the connection uses the result', async () => {
    const asked: string[] = []
    const resolve = (name: string) => {
      asked.push(name)
      return Promise.resolve([here])
    }
    expect(await probeOf(resolve).isServed(images.url('there', named()))).toBe(true)
    expect(asked).toEqual(['img.example'])
  })

  it.each([
    ['the metadata service of a cloud', [{ address: '169.254.169.254', family: 4 }]],
    ['the same in IPv6', [{ address: '::ffff:169.254.169.254', family: 6 }]],
    ['this network', [{ address: '0.0.0.0', family: 4 }]],
    ['a link', [{ address: 'fe80::1', family: 6 }]],
    ['a group', [{ address: '224.0.0.1', family: 4 }]],
    ['a good address and a bad one', [here, { address: '169.254.1.1', family: 4 }]],
    ['nothing', []],
  ])('that points to %s is not asked', async (_, addresses) => {
    expect(await probeOf(() => Promise.resolve(addresses)).isServed(images.url('there', named()))).toBe(false)
    expect(images.asked).toEqual([])
  })

  it('may resolve slowly or fail, and then the image is not served', async () => {
    const never = () => new Promise<never>(() => undefined)
    expect(await probeOf(never, { timeoutMs: 50 }).isServed(images.url('there', named()))).toBe(false)
    expect(await probeOf(() => Promise.reject(new Error('NXDOMAIN'))).isServed(images.url('there', named()))).toBe(
      false,
    )
  })

  it('is looked up once for concurrent callers, and again after that', async () => {
    let lookups = 0
    const resolve = () => {
      lookups += 1
      return Promise.resolve([here])
    }
    const busy = probeOf(resolve)
    const ask = () => busy.isServed(images.url('there', named()))
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([true, true, true])
    expect(lookups).toBe(1)
    await ask()
    expect(lookups).toBe(2)
  })
})

describe('many probes', () => {
  it('are refused beyond a bound, and accepted again when one has ended', async () => {
    const busy = probe({ concurrency: 2 })
    const open = [busy.isServed(images.url('silent')), busy.isServed(images.url('silent'))]
    await expect(busy.isServed(images.url('there'))).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: 1_000 })
    await until('both requests have arrived', () => images.asked.length === 2)
    images.cutSilent()
    expect(await Promise.all(open)).toEqual([false, false])
    expect(await busy.isServed(images.url('there'))).toBe(true)
  })
})

describe('an address', () => {
  it.each(['127.0.0.1', '10.0.0.5', '192.168.1.9', '172.16.0.1', '93.184.216.34'])('%s can serve images', (address) => {
    expect(isAllowedImageAddress({ address, family: 4 })).toBe(true)
  })
  it.each(['::1', 'fd00::5', '2606:2800:220:1::1', '::ffff:127.0.0.1'])('%s can serve images', (address) => {
    expect(isAllowedImageAddress({ address, family: 6 })).toBe(true)
  })
})
