import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { joinChunks } from '../../src/http/load/join-chunks.js'

/** A body whose source is asked for more by `_read`. */
function openBody() {
  const asked: number[] = []
  const turns: { readonly bytes: number; readonly begin: () => void }[] = []
  const body = new Readable({ read: (size) => void asked.push(size) })
  joinChunks(body, (bytes) => new Promise((begin) => turns.push({ bytes, begin })))
  const received: string[] = []
  body.on('data', (chunk: Buffer) => void received.push(String(chunk)))
  const arrive = (count: number, text: string) => {
    let hasRoom = true
    for (let n = 0; n < count; n += 1) hasRoom = body.push(Buffer.from(text))
    return hasRoom
  }
  return { body, asked, turns, received, arrive }
}

describe('small chunks of a body', () => {
  it('that arrive together are one', async () => {
    const { arrive, received, turns } = openBody()
    expect(arrive(200, 'ab')).toBe(true)
    await setImmediate()
    expect(arrive(1, 'c')).toBe(true)
    await setImmediate()
    expect([received, turns]).toEqual([['ab'.repeat(200), 'c'], []])
  })

  it('beyond 256 wait for a turn, in which more is received', async () => {
    const { asked, turns, arrive, received } = openBody()
    await setImmediate()
    expect(arrive(1_000, 'x')).toBe(false)
    await setImmediate()
    expect([received, turns.map(({ bytes }) => bytes)]).toEqual([['x'.repeat(1_000)], [257]])
    const before = asked.length
    await setImmediate()
    expect(asked).toHaveLength(before)
    turns[0]?.begin()
    await setImmediate()
    expect(asked.length).toBeGreaterThan(before)
    expect(arrive(100, 'x')).toBe(true)
    expect(turns).toHaveLength(1)
  })

  it('need no turn where their bytes pay for them, and keep their order with large ones', async () => {
    const { turns, arrive, received, body } = openBody()
    for (let n = 0; n < 1_000; n += 1) {
      arrive(1, 'x'.repeat(1_024))
      if (n % 10 === 0) arrive(1, 'y'.repeat(8_192))
    }
    body.push(null)
    await setImmediate()
    const one = `${'x'.repeat(1_024)}${'y'.repeat(8_192)}${'x'.repeat(9 * 1_024)}`
    expect(received.join('')).toBe(one.repeat(100))
    expect(turns).toEqual([])
  })

  it('are all read before the end', async () => {
    const { turns, arrive, received, body } = openBody()
    let hasEnded = false
    body.on('end', () => (hasEnded = true))
    arrive(300, 'x')
    body.push(null)
    await setImmediate()
    expect([received.join(''), hasEnded]).toEqual(['x'.repeat(300), true])
    turns[0]?.begin()
    await setImmediate()
  })
})
