import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { TestGateway } from '../support/gateway/gateway.js'

let gateway: TestGateway
beforeAll(async () => {
  // a busy machine takes seconds for a big body: a question for the health of the services would reach their answers
  gateway = await TestGateway.open({ askMs: 2 ** 31 - 1 })
})
afterAll(() => gateway.close())
beforeEach(() => gateway.reset())

const get = 'GET /office/x HTTP/1.1\r\nHost: x\r\n\r\n'
const post = 'POST /office/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'

/** The next answer of the office service, which the test writes. */
function nextAnswer(): Promise<ServerResponse> {
  return new Promise((resolve) => {
    gateway.office.answer = (_, response) => resolve(response)
  })
}

describe('an answer', () => {
  it('reaches the caller piece by piece, each before the service continues', async () => {
    const answered = nextAnswer()
    const call = gateway.call().send(get)
    const answer = await answered
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
    await call.until('text/event-stream')
    await call.until('\r\n\r\n')
    for (const piece of ['data: one\n\n', 'data: \u00fc\n\n', 'x']) {
      answer.write(piece, 'latin1')
      await call.until(piece)
    }
    answer.end('bye')
    await call.until('3\r\nbye\r\n0\r\n\r\n')
    call.socket.destroy()
  })

  it('may begin while the caller is still sending', async () => {
    gateway.office.answer = (request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => void response.write(text.toUpperCase()))
      request.on('end', () => response.end())
    }
    const call = gateway.call().send(`${post}3\r\none\r\n`)
    await call.until('ONE')
    await call.send('3\r\ntwo\r\n').until('TWO')
    await call.send('0\r\n\r\n').until('0\r\n\r\n')
    call.socket.destroy()
  })

  it('that comes before the end of the request ends it for the service, not for the connection', async () => {
    const answered = nextAnswer()
    const call = gateway.call().send(`${post}5\r\nfirst\r\n`)
    const answer = await answered
    const left = new Promise((resolve) => answer.req.socket.once('close', resolve))
    answer.writeHead(413).end('enough')
    await call.until('enough')
    await left
    gateway.office.reset()
    call.send(`4\r\nlast\r\n0\r\n\r\n${get}`)
    await call.until('HTTP/1.1 200 ')
    call.socket.destroy()
  })
})

describe('a caller that disconnects', () => {
  it('ends the request that waits for its answer', async () => {
    const answered = nextAnswer()
    const call = gateway.call().send(get)
    const closed = once(await answered, 'close')
    call.socket.destroy()
    await closed
    await gateway.ask('/health/live')
    expect(gateway.lines.filter(({ event }) => event === 'gateway.failed')).toEqual([])
  })

  it('ends its own answer, and no other one', async () => {
    const answered = nextAnswer()
    const call = gateway.call().send(get)
    const answer = await answered
    answer.write('some')
    await call.until('some')
    const answeredOther = nextAnswer()
    const other = gateway.call().send(get)
    const otherAnswer = await answeredOther
    const closed = once(answer, 'close')
    call.socket.destroy()
    await closed
    otherAnswer.end('whole')
    await other.until('whole')
    other.socket.destroy()
  })

  it('in the middle of a request leaves the service with an incomplete request', async () => {
    const answered = nextAnswer()
    const call = gateway.call().send(`${post}4\r\nhalf\r\n`)
    const { req: request } = await answered
    const ended: string[] = []
    request.on('end', () => ended.push('end')).on('error', () => ended.push('error'))
    const closed = new Promise((resolve) => request.resume().once('close', resolve))
    call.socket.destroy()
    await closed
    expect([ended, request.complete]).toEqual([['error'], false])
  })

  it('also ends the pipelined requests on the same connection', async () => {
    const count = 8
    const answers: ServerResponse[] = []
    const call = gateway.call()
    await new Promise<void>((resolve) => {
      gateway.office.answer = (_, response) => {
        answers.push(response)
        if (answers.length === count) resolve()
      }
      call.send(get.repeat(count))
    })
    const closed = Promise.all(answers.map((answer) => once(answer, 'close')))
    call.socket.destroy()
    await closed
  })
})

describe('a service that breaks off', () => {
  const breakAfter =
    (head: Record<string, string>, text: string): RequestListener =>
    (_, response) => {
      response.writeHead(200, head)
      response.write(text, () => response.destroy())
    }

  it('in chunks cuts the connection before the last one', async () => {
    gateway.office.answer = breakAfter({}, 'part')
    expect(await gateway.call().send(get).ended()).toMatch(/\r\n4\r\npart\r\n$/)
    await expect(gateway.ask('/office/x').then((answer) => answer.text())).rejects.toThrow('terminated')
  })

  it('before its announced length cuts the connection too', async () => {
    gateway.office.answer = breakAfter({ 'Content-Length': '9' }, 'part')
    expect(await gateway.call().send(get).ended()).toMatch(/Content-Length: 9[\s\S]*\r\n\r\npart$/)
  })

  it('before its first piece cuts the connection too', async () => {
    gateway.office.answer = (_, response) => {
      response.flushHeaders()
      response.socket?.end()
    }
    await expect(gateway.ask('/office/x').then((answer) => answer.text())).rejects.toThrow('terminated')
  })

  it('resets the connection of a caller of HTTP/1.0, that could not detect it otherwise', async () => {
    const answered = nextAnswer()
    const call = gateway.call().send('GET /office/x HTTP/1.0\r\n\r\n')
    const answer = await answered
    answer.write('part')
    await call.until('part')
    answer.destroy()
    expect(await call.ended()).toMatch(/\r\n\r\npartECONNRESET$/)
  })

  it('is logged, without the contents of the exchange', async () => {
    gateway.office.answer = breakAfter({}, 'secret')
    await gateway.say('POST /office/secret?secret', ['Content-Length: 6', 'X-Request-Id: t1'], 'secret')
    expect(gateway.lines).toContainEqual({
      event: 'gateway.failed',
      fields: { requestId: 't1', reason: 'ECONNRESET', answered: true },
    })
    expect(JSON.stringify(gateway.lines)).not.toMatch(/secret|127\.0\.0\.1/)
  })
})

describe('connections to a service', () => {
  it('are reused, and opened again when the service has closed them', async () => {
    const ask = async () => (await gateway.ask('/character/x', { method: 'POST', body: 'a' })).text()
    const { character } = gateway
    for (let count = 0; count < 5; count += 1) expect(await ask()).toBe('a')
    expect(character.connectionCount).toBe(1)
    const closed = once(character.last.socket, 'close')
    character.last.socket.destroy()
    await closed
    await gateway.ask('/health/live') // the gateway notices it
    expect(await ask()).toBe('a')
    character.answer = (_, response) => response.setHeader('Connection', 'close').end('b')
    expect(await ask()).toBe('b')
    expect(await ask()).toBe('b')
    expect(character.connectionCount).toBe(3)
  })

  it('are kept only after a complete exchange: an interrupted one is not reused', async () => {
    const answered = nextAnswer()
    const call = gateway.call().send(get)
    const { socket } = (await answered).req
    const closed = once(socket, 'close')
    call.socket.destroy()
    await closed
    gateway.office.reset()
    expect((await gateway.ask('/office/x')).status).toBe(200)
    expect(gateway.office.last.socket).not.toBe(socket)
  })
})

describe('a big body', () => {
  const megabyte = 1_048_576

  it('of 10 MB passes completely, in both directions at once', async () => {
    const body = Buffer.alloc(10 * megabyte, 'no two lines are alike: ').map((byte, index) => byte ^ (index >> 16))
    const answer = await gateway.ask('/office/x', { method: 'POST', body })
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), body)).toBe(0)
  })

  // the kernel buffers less than two thirds of this for two connections
  const total = 96 * megabyte
  const mostHeld = (total * 2) / 3
  const chunk = Buffer.alloc(65_536, 'x')

  /** Writes as fast as possible; `write` returns whether there is room. */
  async function produce(stream: ServerResponse | ReturnType<typeof connect>, progress: { sent: number }) {
    while (progress.sent < total) {
      progress.sent += chunk.length
      if (!stream.write(chunk)) await once(stream, 'drain')
    }
  }

  /** Reads a megabyte at a time, with pauses for the sender, and returns the greatest amount in transit. */
  async function consume(stream: AsyncIterable<unknown>, progress: { sent: number }) {
    let received = 0
    let held = 0
    let askedAt = 0
    for await (const piece of stream) {
      received += Buffer.isBuffer(piece) ? piece.length : 0
      if (received - askedAt < megabyte) continue
      askedAt = received
      for (let turn = 0; turn < 3; turn += 1) await gateway.ask('/health/live')
      held = Math.max(held, progress.sent - received)
    }
    return { received, held }
  }

  it('is read from the service no faster than the caller reads it', async () => {
    const progress = { sent: 0 }
    gateway.office.answer = (_, response) => void produce(response, progress).then(() => response.end())
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    const { received, held } = await consume(socket, progress)
    expect(received).toBeGreaterThan(total)
    expect(held).toBeLessThan(mostHeld)
  })

  it('is read from the caller no faster than the service reads it', async () => {
    const progress = { sent: 0 }
    const consumed = new Promise<Awaited<ReturnType<typeof consume>>>((resolve) => {
      gateway.office.answer = (request, response) => {
        void consume(request, progress).then((result) => {
          response.end()
          resolve(result)
        })
      }
    })
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(`POST /office/x HTTP/1.1\r\nHost: x\r\nContent-Length: ${String(total)}\r\n\r\n`)
    void produce(socket, progress)
    const { received, held } = await consumed
    expect(received).toBe(total)
    expect(held).toBeLessThan(mostHeld)
    socket.destroy()
  })
})
