import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { createTestApp, type TestApp } from '../support/app/app.js'
import { signedIn } from '../support/clients/client-fixture.js'

const reply = 'The harbour lies to the north. 🚢 A sail is in sight.'
let app: TestApp
beforeAll(async () => {
  const script = new URLSearchParams({ delayMs: '5', chunks: '10', reply })
  app = await createTestApp({ env: { LOCAL_MODEL: `scripted:?${script.toString()}` } })
})
afterAll(() => app.close())

describe.each([
  ['sockets', {}],
  ['event streams', { WebSocket: false }],
])('over %s', (_transport, options) => {
  it('a message is sent, its reply folded, and the room follows', async () => {
    const parley = await signedIn(app.url, options)
    const { id } = await parley.createOfficeRoom()
    const room = parley.room(id)
    const texts: string[] = []
    const leave = room.subscribe(({ reply: running }) => {
      if (running) texts.push(running.text)
    })
    await until('the room is read', room, ({ connection }) => connection === 'live')
    const sent = await room.send('Hello')
    const events = []
    for await (const event of sent.events()) events.push(event)
    expect(events.at(-1)).toMatchObject({ status: 'COMPLETED', text: reply, entry: { index: 1, outputData: reply } })
    await until('the entry is in the log', room, ({ entries, reply }) => entries.length === 1 && !reply)
    expect(room.getSnapshot()).toMatchObject({ reply: null, error: null, entries: [{ index: 1, inputData: 'Hello' }] })
    for (const text of texts) expect(reply.startsWith(text)).toBe(true)
    // how many depends on the load of the machine
    expect(texts).not.toEqual([])
    leave()
    expect(room.getSnapshot().connection).toBe('idle')
  })
})
