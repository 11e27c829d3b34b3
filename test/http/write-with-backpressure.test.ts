import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Response } from 'express'
import {
  disconnectSignal,
  type Listener,
  onClose,
  openListener,
  UnsentBytes,
  writeWithBackpressure,
} from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { noLimits } from '../support/app/process-limits.js'

const piece = 'x'.repeat(65_536)
// more than the buffers of two sockets
const pieces = 512

let listener: Listener
let answered: Promise<Response>
let reader: Socket
beforeEach(() => open())

/** A listener with a request whose reader reads nothing; it is disconnected after `stallMs`. */
async function open(stallMs = 60_000): Promise<void> {
  let answer: (response: Response) => void = () => undefined
  answered = new Promise((resolve) => (answer = resolve))
  const logger = createLogger('silent')
  const limits = { perClient: Infinity, perProcess: Infinity }
  const unsent = new UnsentBytes({ limits, log: logger, everyMs: 10, stallMs })
  listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    logger,
    limits: { ...noLimits(), unsent },
    ready: () => true,
    closeTimeoutMs: 100,
    mount: (app) => app.get('/', (_request, response) => answer(response)),
  })
  reader = connect(listener.port, '127.0.0.1').pause()
  reader.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
}
afterEach(async () => {
  reader.destroy()
  await listener.close()
})

async function writeAll(response: Response) {
  const gone = disconnectSignal(response)
  let most = 0
  for (let count = 0; count < pieces; count += 1) {
    await writeWithBackpressure(response, piece, gone)
    most = Math.max(most, response.writableLength)
  }
  response.end()
  return { most, isGone: gone.aborted }
}

/** Resolves when the writer has to wait for the reader. */
async function stalled(response: Response): Promise<void> {
  for (let quiet = 0; quiet < 50; quiet += response.writableNeedDrain ? 1 : 0)
    await new Promise((resolve) => setImmediate(resolve))
}

describe('an answer that is written at the pace of its reader', () => {
  it('waits for a reader that stops, in little memory, and is complete when the reader continues', async () => {
    const response = await answered
    const written = writeAll(response)
    await stalled(response)
    let received = 0
    reader.on('data', (bytes: Buffer) => (received += bytes.length)).resume()
    const { most, isGone } = await written
    await once(reader, 'close')
    expect(received).toBeGreaterThan(pieces * piece.length)
    expect([most < 4 * piece.length, isGone]).toEqual([true, false])
    expect(response.listenerCount('drain') + response.listenerCount('error')).toBeLessThan(4)
  })

  it('does not wait for a reader that disconnects', async () => {
    const response = await answered
    const written = writeAll(response)
    await stalled(response)
    reader.destroy()
    expect((await written).isGone).toBe(true)
  })

  it('disconnects a reader that reads nothing for too long', async () => {
    reader.destroy()
    await listener.close()
    await open(50)
    expect((await writeAll(await answered)).isGone).toBe(true)
  })
})

describe('the end of an answer', () => {
  it('is reported once, even when its connection ends at the same time', async () => {
    const response = await answered
    let calls = 0
    onClose(response, () => (calls += 1))
    reader.destroy()
    await once(response.req.socket, 'close')
    await new Promise((resolve) => setImmediate(resolve))
    expect(calls).toBe(1)
  })
})
