import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { ServerProxy } from '@parley/testing'
import { ServiceDouble, TestGateway } from '../support/gateway/gateway.js'

const badGateway = '{"detail":"Bad gateway"}'
const gatewayTimeout = '{"detail":"Gateway timeout"}'

let gateway: TestGateway
beforeAll(async () => {
  // the services below answer no question for their health when the clock of the test jumps
  gateway = await TestGateway.open({ askMs: 2 ** 31 - 1 })
})
afterAll(() => gateway.close())
beforeEach(() => gateway.reset())

describe('a service that is unavailable', () => {
  it('is 502 in JSON, and the other service answers as before', async () => {
    await gateway.character.close()
    const answer = await gateway.ask('/character/Local')
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      502,
      'application/json; charset=utf-8',
      badGateway,
    ])
    expect((await gateway.ask('/office/Local')).status).toBe(200)
    expect(gateway.lines).toContainEqual({
      event: 'gateway.failed',
      fields: { requestId: expect.any(String), reason: 'ECONNREFUSED', answered: false },
    })
  })

  it('leaves the connection of the caller usable, even after a big body', async () => {
    const body = 'x'.repeat(3_000_000)
    const call = gateway
      .call()
      .send(`POST /character/x HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await call.until(badGateway)
    await call.send('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n').until('{"status":"ok"}')
    call.socket.destroy()
  })
})

describe('a silent service', () => {
  let service: ServiceDouble
  let proxy: ServerProxy
  let asking: TestGateway
  beforeEach(async () => {
    service = await ServiceDouble.open()
    proxy = await ServerProxy.open(service.url.href)
    asking = await TestGateway.open({ office: new URL(proxy.url), askMs: 100 })
  })
  afterEach(async () => {
    await asking.close()
    await proxy.cut()
    await service.close()
  })

  it('that has vanished without an end of its connections is 502', async () => {
    service.answer = () => proxy.fallSilent()
    const answer = await asking.ask('/office/Local')
    expect([answer.status, await answer.text()]).toEqual([502, badGateway])
    expect(asking.lines).toContainEqual({
      event: 'gateway.failed',
      fields: { requestId: expect.any(String), reason: 'the service fell silent', answered: false },
    })
    expect((await asking.ask('/character/Local')).status).toBe(200)
  })

  it('that vanishes within its answer ends the connection of the caller', async () => {
    service.answer = (_request, response) => void response.write('begun')
    const answer = await asking.ask('/office/Local')
    proxy.fallSilent()
    await expect(answer.text()).rejects.toThrow()
  })

  it('that answers for its health is waited for', async () => {
    let asked = 0
    let answerLate: () => void = () => undefined
    service.answer = (request, response) => {
      if (request.url !== '/health/live') {
        answerLate = () => void response.end('late')
        return
      }
      asked += 1
      response.end()
      // more often than a service may leave unanswered
      if (asked === 5) answerLate()
    }
    expect(await (await asking.ask('/office/Local')).text()).toBe('late')
  })
})

describe('a service with an invalid answer', () => {
  it.each([
    ['nothing', ''],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['something else', 'SSH-2.0-OpenSSH\r\n'],
    ['a status that is none', 'HTTP/1.1 099 No\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n'],
    ['a switch to no protocol', 'HTTP/1.1 101 Switching\r\nContent-Length: 0\r\n\r\n'],
    ['a broken field', 'HTTP/1.1 200 OK\r\nX-A: \u0000\r\nContent-Length: 0\r\n\r\n'],
  ])('but %s is 502', async (_, bytes) => {
    gateway.office.answer = (request) => request.socket.end(bytes)
    const answer = await gateway.ask('/office/x')
    expect([answer.status, await answer.text(), answer.headers.get('content-encoding')]).toEqual([
      502,
      badGateway,
      null,
    ])
  })

  it('a broken connection in the middle of the request is 502', async () => {
    gateway.office.answer = (request) => request.once('data', () => request.socket.resetAndDestroy())
    const call = gateway.call().send('POST /office/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc')
    await call.until(badGateway)
    await call.send('abcabcGET /health/live HTTP/1.1\r\nHost: x\r\n\r\n').until('{"status":"ok"}')
    call.socket.destroy()
  })
})

describe('a service that is silent', () => {
  it('beyond its time limit is 504, and its request is ended', async () => {
    const impatient = await TestGateway.open({ timeoutMs: 30 })
    const left: Promise<unknown>[] = []
    impatient.office.answer = (_, response) => left.push(once(response, 'close'))
    const answer = await impatient.ask('/office/Local', { method: 'POST', body: 'a' })
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      504,
      'application/json; charset=utf-8',
      gatewayTimeout,
    ])
    expect(left).toHaveLength(1)
    await Promise.all(left)
    await impatient.close()
  })

  describe('has 420 s', () => {
    const almost = 419_999
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] })
    })
    afterEach(() => {
      jest.useRealTimers()
    })
    const get = 'GET /office/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const asked = () =>
      new Promise<Parameters<typeof gateway.office.answer>[1]>((resolve) => {
        gateway.office.answer = (_, response) => resolve(response)
      })

    it('before its answer', async () => {
      const waiting = asked()
      const call = gateway.call().send(get)
      await waiting
      jest.advanceTimersByTime(almost)
      expect((await gateway.call().send(get.replace('/office/x', '/health/live')).ended()).slice(0, 12)).toBe(
        'HTTP/1.1 200',
      )
      expect(call.text).toBe('')
      jest.advanceTimersByTime(1)
      expect(await call.ended()).toMatch(/^HTTP\/1\.1 504 [\s\S]*{"detail":"Gateway timeout"}$/)
    })

    it('between two pieces, without a limit of the whole answer; then the answer is cut', async () => {
      const waiting = asked()
      const call = gateway.call().send(get)
      const answer = await waiting
      for (const piece of ['one', 'two', 'three']) {
        jest.advanceTimersByTime(almost)
        answer.write(piece)
        await call.until(piece)
      }
      const closed = once(answer, 'close')
      jest.advanceTimersByTime(almost + 1)
      expect(await call.ended()).toMatch(/three\r\n$/)
      await closed
      expect(gateway.lines).toContainEqual({
        event: 'gateway.failed',
        fields: { requestId: expect.any(String), reason: 'timeout', answered: true },
      })
    })

    it('without effect after the answer', async () => {
      const waiting = asked()
      const call = gateway.call().send(get)
      ;(await waiting).end('done')
      await call.ended()
      expect(jest.getTimerCount()).toBe(0)
    })
  })
})
