import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http'
import { connect, Socket, type AddressInfo } from 'node:net'
import { disconnectSignal, EventStream, UnsentBytes } from '@parley/edge'
import { createLogger, networksOf } from '@parley/runtime'
import type { Step } from '../../rest-facade/v1/chat-completion.js'
import { readChatCompletion } from '../../rest-facade/v1/chat-completion-request.js'
import { ChunkStream } from '../../rest-facade/v1/chunk-stream.js'

// more than the buffers of two sockets
const much = { text: 'x'.repeat(32 * 1_048_576) }

const waiting: Step = {
  completionId: '1',
  status: 'QUEUED',
  attempt: 0,
  delta: '',
  thoughtsDelta: '',
  fields: null,
  toolCall: null,
  finish: null,
  error: null,
  receipt: null,
}
const completionRequest = readChatCompletion({
  model: 'local',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
})

let server: Server
let reader: Socket
let response: ServerResponse
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  ;[, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
})
afterEach(() => {
  reader.destroy()
  server.closeAllConnections()
  server.close()
})

async function readUntil(pattern: RegExp): Promise<string> {
  let text = ''
  for await (const bytes of reader) {
    text += String(bytes)
    if (pattern.test(text)) break
  }
  return text
}

describe('a stream of events', () => {
  it('without events sends heartbeats, which are not events', async () => {
    new EventStream(response, { beatMs: 1, disconnected: disconnectSignal(response) }).open()
    expect(await readUntil(/(?:: ping\n\n.*){3}/s)).toContain('text/event-stream')
  })

  it('of a queued job sends its head when the hold is over, and heartbeats from then on', async () => {
    const options = { completionRequest, times: { holdMs: 1, beatMs: 1 }, disconnected: disconnectSignal(response) }
    const stream = new ChunkStream(response, options)
    await stream.write(waiting)
    expect(stream.isOpen).toBe(false)
    expect(await readUntil(/: ping/)).toMatch(/^HTTP\/1.1 200 OK[^]*"delta":\{"role":"assistant","content":""\}/)
    stream.release()
  })
})

describe('the timers of a stream', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('stop for a reader that is disconnected because it accepts nothing for two minutes', async () => {
    const { socket } = response.req
    let now = 0
    const limits = { perClient: Infinity, perProcess: Infinity }
    const unsent = new UnsentBytes({ limits, log: createLogger('silent'), clock: () => now })
    unsent.watch(socket, networksOf('192.0.2.1'))
    const disconnected = disconnectSignal(response)
    const stream = new EventStream(response, { beatMs: 5_000, disconnected })
    stream.open()
    const sent = stream.send({ data: much })
    for (unsent.check(); now < 119_750; unsent.check()) now += 250
    expect(socket.destroyed).toBe(false)
    now += 250
    unsent.check()
    unsent.stop()
    await sent
    expect([disconnected.aborted, jest.getTimerCount()]).toEqual([true, 0])
  })

  it('stop when its reader has disconnected, even one that had no room', async () => {
    const stream = new EventStream(response, { beatMs: 5_000, disconnected: disconnectSignal(response) })
    stream.open()
    const sent = stream.send({ data: much })
    reader.destroy()
    await sent
    expect(jest.getTimerCount()).toBe(0)
  })

  it('stop when nothing more is sent, even if a client waits', async () => {
    const pipelined = new ServerResponse(new IncomingMessage(new Socket()))
    const stream = new ChunkStream(pipelined, {
      completionRequest,
      times: { holdMs: 500, beatMs: 5_000 },
      disconnected: disconnectSignal(pipelined),
    })
    await stream.write(waiting)
    jest.advanceTimersByTime(500)
    expect([stream.isOpen, jest.getTimerCount()]).toEqual([true, 1])
    stream.release()
    expect(jest.getTimerCount()).toBe(0)
  })
})
