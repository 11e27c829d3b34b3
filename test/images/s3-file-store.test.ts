import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger, type Logger } from '@parley/runtime'
import { readConfig } from '../../src/config/config.js'
import { S3FileStore } from '../../src/ports/file-store/s3-file-store.js'
import { fileStoreContract } from '../contracts/file-store.js'
import { amidCollections, ServerProxy, until } from '@parley/testing'
import { answers, ScriptedBucket } from '../support/images/scripted-bucket.js'
import { bucketSettings, hasBucket } from '../support/images/test-bucket.js'

const unavailable = { code: 'UNAVAILABLE', part: 'store', message: 'The image bucket is unavailable' }
const never = 2 ** 31 - 1
const spoolFolder = mkdtempSync(join(tmpdir(), 'parley-spool-'))
afterAll(() => rmSync(spoolFolder, { recursive: true, force: true }))

function testAddress() {
  const { imageBucket } = readConfig(bucketSettings())
  if (!imageBucket) throw new Error('TEST_S3_URL is unset')
  return imageBucket
}

;(hasBucket() ? describe : describe.skip)('with an S3 server', () => {
  const open = (prefix: string, change = {}) =>
    S3FileStore.open({ address: { ...testAddress(), ...change }, prefix, spoolFolder, log: createLogger('silent') })

  fileStoreContract('S3', async () => {
    const store = await open(`${randomUUID()}/`)
    return { store, close: () => store.close() }
  })

  it('lists every image of its prefix, page by page, and no other object', async () => {
    const prefix = `${randomUUID()}/`
    const [store, deeper] = [await open(prefix), await open(`${prefix}deeper/`)]
    const ids = Array.from({ length: 1_005 }, (_, index) => `image-${String(index).padStart(4, '0')}`)
    while (ids.length % 10 !== 0) ids.push(`image-${randomUUID()}`)
    for (let at = 0; at < ids.length; at += 10)
      await Promise.all(ids.slice(at, at + 10).map((id) => store.put(id, Buffer.from(id))))
    await deeper.put('other', Buffer.from('x'))
    const found: string[] = []
    for await (const id of store.list()) found.push(id)
    expect(found.sort()).toEqual(ids.sort())
    await store.close()
    await deeper.close()
  })

  it('stores the same image at the same time from two processes', async () => {
    const prefix = `${randomUUID()}/`
    const stores = [await open(prefix), await open(prefix)]
    const bytes = Buffer.alloc(300_000, 'x')
    await Promise.all(stores.map((store) => store.put('one', bytes)))
    const file = await stores[0]?.open('one')
    expect(file && (await buffer(file.read()))).toEqual(bytes)
    for (const store of stores) await store.close()
  })

  it.each([
    [
      'a wrong secret',
      { secretAccessKey: 'wrong' },
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be those of a key',
    ],
    ['an unknown key', { accessKeyId: 'unknown' }, 'is refused by its endpoint'],
    ['a missing bucket', { bucket: 'no-such-bucket' }, 'names a bucket that its endpoint does not have'],
    ['another region', { region: 'eu-north-1' }, 'names another endpoint or region than that of the bucket'],
  ])('refuses %s', async (_what, change, message) => {
    const code = 'BAD_USER_INPUT'
    await expect(open('x/', change)).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })
})

describe('the file store in a bucket', () => {
  let bucket: ScriptedBucket
  let store: S3FileStore
  let lines: string[]
  const { error, plain, listing, cut, stalled, reset, silent, storing } = answers
  const empty = listing([])
  const stored = plain(200, '', { etag: '"x"' })

  const address = () => {
    const key = { accessKeyId: 'the-key', secretAccessKey: 'hush-hush' }
    return { bucket: 'pictures', endpoint: bucket.endpoint, region: 'us-east-1', ...key }
  }
  const open = (timeoutMs = 10_000, checkMs = never, endpoint = bucket.endpoint) => {
    const take = (fields: object, event: string) => void lines.push(JSON.stringify({ ...fields, event }))
    const log: Logger = { debug: take, info: take, warn: take, error: take }
    return S3FileStore.open({
      address: { ...address(), endpoint },
      prefix: 'chat/one/',
      spoolFolder,
      log,
      timeoutMs,
      checkMs,
    })
  }
  const listed = async () => {
    const ids: string[] = []
    for await (const id of store.list()) ids.push(id)
    return ids
  }
  const read = async (range?: { start: number; end: number }) => {
    const file = await store.open('a')
    try {
      return file && String(await buffer(file.read(range)))
    } finally {
      await file?.close()
    }
  }

  beforeAll(async () => {
    bucket = await ScriptedBucket.start()
  })
  afterAll(() => bucket.close())
  beforeEach(async () => {
    lines = []
    bucket.script(empty)
    store = await open()
    bucket.script(empty)
  })
  afterEach(() => store.close())

  it('names objects after the prefix, with the bucket in the path', async () => {
    bucket.script(stored)
    await store.put('a', Buffer.from('bytes'))
    expect(bucket.requests).toEqual([{ method: 'PUT', url: '/pictures/chat/one/a', body: Buffer.from('bytes') }])
  })

  it.each([
    ['500', error(500, 'InternalError')],
    ['503', error(503, 'SlowDown')],
    ['429', plain(429)],
    ['a lost connection', reset],
  ])('repeats a request after %s', async (_what, failed) => {
    bucket.script(failed, failed, stored)
    await store.put('a', Buffer.from('bytes'))
    expect(bucket.requests.map(({ body }) => String(body))).toEqual(['bytes', 'bytes', 'bytes'])
    bucket.script(failed, plain(204))
    await store.delete('a')
    expect(bucket.methods).toEqual(['DELETE', 'DELETE'])
  })

  it('sends parts as one object, again after a failure, and leaves no file beside it', async () => {
    async function* parts() {
      yield Buffer.from('by')
      await Promise.resolve()
      yield Buffer.from('tes')
    }
    bucket.script(error(503, 'SlowDown'), stored)
    await store.putParts('a', parts())
    expect(bucket.requests.map(({ body }) => String(body))).toEqual(['bytes', 'bytes'])
    bucket.script(error(403, 'AccessDenied'))
    await expect(store.putParts('a', parts())).rejects.toMatchObject(unavailable)
    expect(readdirSync(spoolFolder)).toEqual([])
  })

  it('tidies up what a crash has left of an upload', async () => {
    for (const name of ['old', 'new']) writeFileSync(join(spoolFolder, name), 'part')
    utimesSync(join(spoolFolder, 'old'), 1, 1)
    await store.tidy(60_000)
    expect(readdirSync(spoolFolder)).toEqual(['new'])
    rmSync(join(spoolFolder, 'new'))
  })

  it('gives up after three attempts', async () => {
    bucket.script(error(500, 'InternalError'))
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject(unavailable)
    // only a server that answers a listing refuses just the write
    expect(bucket.methods).toEqual(['PUT', 'PUT', 'PUT', 'GET', 'GET', 'GET'])
  })

  it.each([
    ['a full disk', error(507, 'InsufficientStorage')],
    ['a used-up quota', error(403, 'QuotaExceeded')],
    ['a missing right to write', error(403, 'AccessDenied')],
    ['an error of the server', error(500, 'InternalError')],
  ])('refuses only writes when the server does, as with %s', async (_what, refused) => {
    const refusals: unknown[] = []
    store.watchWrites((thrown) => void refusals.push(thrown))
    const refuseWrites: typeof refused = (...values) => (values[1].method === 'PUT' ? refused : empty)(...values)
    bucket.script(refuseWrites)
    const unwritable = { code: 'UNAVAILABLE', part: 'store', message: 'Nothing can be stored now' }
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject(unwritable)
    await expect(store.probeWrites()).rejects.toMatchObject(unwritable)
    expect(refusals).toHaveLength(2)
    expect(store.isAvailable).toBe(true)
    expect(lines).toEqual([])
    bucket.script(storing(new Map()))
    await store.probeWrites()
    expect(bucket.methods).toEqual(['PUT', 'DELETE'])
    expect(await listed()).toEqual([])
  })

  it.each([
    ['a refused key', error(403, 'AccessDenied')],
    ['a missing bucket', error(404, 'NoSuchBucket')],
    ['a redirect', plain(307, '', { location: 'http://127.0.0.1:1/' })],
    ['a malformed request', error(400, 'InvalidRequest')],
  ])('fails at once after %s', async (_what, refused) => {
    bucket.script(refused)
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject(unavailable)
    await expect(store.delete('a')).rejects.toMatchObject(unavailable)
    await expect(store.open('a')).rejects.toMatchObject(unavailable)
    expect(bucket.methods).toEqual(['PUT', 'GET', 'DELETE', 'GET'])
    await expect(store.find('a')).rejects.toMatchObject(unavailable)
  })

  it('has stored nothing when something else answers', async () => {
    bucket.script(plain(200, '<html>sign in</html>', { 'content-type': 'text/html' }))
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({
      ...unavailable,
      cause: { reason: 'unexpected answer' },
    })
  })

  it('accepts writes again although a probe cannot be removed', async () => {
    bucket.script(stored, error(403, 'AccessDenied'))
    await store.probeWrites()
    expect(store.isAvailable).toBe(true)
  })

  it('gives up on a silent server although garbage is collected meanwhile', async () => {
    await store.close()
    store = await open(300)
    bucket.script(silent)
    const timedOut = { cause: { reason: 'timed out' } }
    await amidCollections(async () => {
      await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject(timedOut)
      await expect(store.open('a')).rejects.toMatchObject(timedOut)
    })
  })

  it('gives up on a request that is not answered in time', async () => {
    await store.close()
    store = await open(100)
    bucket.script(silent)
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({
      ...unavailable,
      cause: { reason: 'timed out' },
    })
    bucket.script(stalled(100, '<ListBucketResult>'))
    await expect(listed()).rejects.toMatchObject({ ...unavailable, cause: { reason: 'timed out' } })
    // on a busy machine the time is over before the request has arrived
    expect(bucket.methods.length).toBeLessThan(2)
  })

  it('leaves a server that vanishes without an end of its connections, and works at its new address', async () => {
    await store.close()
    const objects = new Map<string, Buffer>()
    bucket.script(storing(objects))
    const proxy = await ServerProxy.open(bucket.endpoint)
    store = await open(1_000, never, proxy.url.replace(/\/$/, ''))
    await store.put('a', Buffer.from('abc'))
    proxy.lose()
    expect(proxy.lost).toBeGreaterThan(0)
    // the timeout has taken as long as a caller can wait
    await expect(store.put('b', Buffer.from('def'))).rejects.toMatchObject(unavailable)
    await until('no connection to the earlier address is left', () => proxy.lost === 0)
    await store.put('b', Buffer.from('def'))
    expect(await read()).toBe('abc')
    expect([...objects.values()].map(String)).toEqual(['abc', 'def'])
    await store.close()
    await proxy.cut()
  })

  it('knows no image that the server does not have', async () => {
    bucket.script(error(404, 'NoSuchKey'))
    expect(await store.open('a')).toBeUndefined()
    await store.delete('a')
    bucket.script(plain(404), empty)
    expect(await store.find('a')).toBeUndefined()
    expect(store.isAvailable).toBe(true)
  })

  it('does not count an image as missing when the bucket is', async () => {
    bucket.script(error(404, 'NoSuchBucket'))
    await expect(store.find('a')).rejects.toMatchObject(unavailable)
    expect(bucket.methods).toEqual(['HEAD', 'GET'])
  })

  it('reads ranges of an image', async () => {
    bucket.script(plain(200, 'abcdef', { 'content-length': '6' }))
    expect(await read()).toBe('abcdef')
    expect(await read({ start: 0, end: 0 })).toBe('a')
    expect(await read({ start: 2, end: 4 })).toBe('cde')
    expect(await read({ start: 5, end: 5 })).toBe('f')
  })

  it('fails when the body of an image is cut, or stalls', async () => {
    bucket.script(cut(10, 'abc'))
    await expect(read()).rejects.toMatchObject(unavailable)
    expect(store.isAvailable).toBe(false)
    await store.close()
    bucket.script(empty)
    store = await open(100)
    bucket.script(stalled(10, 'abc'))
    await expect(read()).rejects.toMatchObject({ ...unavailable, cause: { reason: 'timed out' } })
  })

  it('stays available when a reader leaves a slow image', async () => {
    bucket.script(stalled(10, 'abc'))
    const image = await store.open('a')
    const stream = image?.read()
    if (!stream) throw new Error('no image')
    const ended = new Promise((resolve) => stream.once('close', resolve))
    for await (const part of stream) {
      expect(String(part)).toBe('abc')
      break
    }
    await ended
    await image?.close()
    expect(store.isAvailable).toBe(true)
    expect(lines).toEqual([])
  })

  it.each([
    ['of unknown length', plain(200, 'abc', { 'transfer-encoding': 'chunked' })],
    ['compressed on the way', plain(200, 'abc', { 'content-length': '3', 'content-encoding': 'br' })],
  ])('reads no image %s', async (_what, answer) => {
    bucket.script(answer)
    await expect(store.open('a')).rejects.toMatchObject(unavailable)
  })

  it('lists page by page, and only names of images below its prefix', async () => {
    const foreign = ['chat/one/no.image', 'chat/one/deeper/b', 'other/c', 'chat/one/']
    bucket.script(listing(['chat/one/a', ...foreign], 'n&amp;xt/+='), listing(['chat/one/z']))
    expect(await listed()).toEqual(['a', 'z'])
    const [first, second] = bucket.requests.map(({ url }) => new URL(url, 'http://host').searchParams)
    expect(first?.get('prefix')).toBe('chat/one/')
    expect(second?.get('continuation-token')).toBe('n&xt/+=')
  })

  it.each([
    ['a page of another type', plain(200, '<html>Welcome</html>', { 'content-type': 'text/html' })],
    ['an empty answer', plain(200)],
    ['a listing that ends early', plain(200, '<ListBucketResult><Contents><Key>chat/one/a</Key></Contents>')],
    [
      'a truncated listing without a token',
      plain(200, '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>'),
    ],
    ['more than it reads', plain(200, 'x'.repeat(8_388_609))],
    ['a cut body', cut(1_000, '<ListBucketResult>')],
  ])('fails to list with %s', async (_what, answer) => {
    bucket.script(answer)
    await expect(listed()).rejects.toMatchObject(unavailable)
  })

  it('fails to list with a token that repeats', async () => {
    bucket.script(listing(['chat/one/a'], 'same'))
    await expect(listed()).rejects.toMatchObject(unavailable)
    expect(bucket.requests).toHaveLength(2)
  })

  it('logs once when the bucket becomes unavailable, and once when it is back, without secrets', async () => {
    bucket.script(error(403, 'SignatureDoesNotMatch'))
    const refused = await store.put('a', Buffer.from('x')).catch((thrown: unknown) => thrown)
    await expect(store.delete('a')).rejects.toMatchObject(unavailable)
    expect(store.isAvailable).toBe(false)
    bucket.script(plain(204))
    await store.delete('a')
    expect(store.isAvailable).toBe(true)
    const place = { bucket: 'pictures', endpoint: bucket.endpoint }
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { ...place, reason: 'SignatureDoesNotMatch', event: 'image_bucket.unavailable' },
      { ...place, event: 'image_bucket.available' },
    ])
    const { cause } = refused as Error
    for (const secret of ['hush-hush', 'the-key', 'signed'])
      expect(`${lines.join()}${JSON.stringify(cause)}${String((cause as Error).stack)}`).not.toContain(secret)
  })

  it('notices by itself that the bucket is unavailable, and that it is back', async () => {
    await store.close()
    store = await open(10_000, 20)
    bucket.script(error(500, 'InternalError'))
    await until('it is unavailable', () => !store.isAvailable)
    bucket.script(empty)
    await until('it is available', () => store.isAvailable)
  })

  it.each([
    ['a wrong secret', error(403, 'SignatureDoesNotMatch'), 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    ['an expired token', error(400, 'ExpiredToken'), 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    ['a missing right', error(403, 'AccessDenied'), 'needs a key with the rights to list the bucket'],
    ['a missing bucket', error(404, 'NoSuchBucket'), 'names a bucket that its endpoint does not have'],
    ['another region', error(400, 'AuthorizationHeaderMalformed'), 'names another endpoint or region'],
    ['a redirect', plain(301), 'names another endpoint or region'],
    ['another clock', error(403, 'RequestTimeTooSkewed'), 'the clock of this machine differs'],
    ['another server', plain(200, '<html></html>'), 'does not speak the S3 protocol'],
    ['a server without the path', plain(404, 'Not found'), 'does not speak the S3 protocol'],
  ])('refuses to open with %s', async (_what, answer, message) => {
    bucket.script(answer)
    const code = 'BAD_USER_INPUT'
    await expect(open()).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })

  it.each([
    ['an overloaded server', plain(503)],
    ['a server that closes the connection', reset],
    ['a server that does not answer', silent],
  ])('opens with %s, and works when that is over', async (_what, answer) => {
    bucket.script(answer)
    const late = await open(answer === silent ? 1_000 : 10_000)
    await until('it is unavailable', () => !late.isAvailable)
    bucket.script(plain(204))
    await late.delete('a')
    expect(late.isAvailable).toBe(true)
    await late.close()
  })
})
