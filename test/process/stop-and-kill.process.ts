import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Person } from '../support/app/person.js'
import { Processes } from '../support/app/processes.js'
import { watch } from '../support/app/watch.js'

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create()
})
afterAll(() => processes.close())

describe('the process', () => {
  it('finishes a running generation on SIGTERM, exits 0 and has all data at the next start', async () => {
    const first = await processes.start({ LOCAL_MODEL: 'scripted:?delayMs=20&chunks=20' })
    const ada = await Person.register(first.url, 'ada')
    const roomId = await ada.room('chat')
    await watch(ada, await ada.say(roomId), undefined, ({ delta }) => delta !== '')
    expect(await first.stop('SIGTERM')).toBe(0)

    const second = await processes.start()
    const { body } = await ada.movedTo(second.url).rest('GET', `/api/rooms/chatrooms/${roomId}/logs`)
    expect(body).toEqual([expect.objectContaining({ index: 1, input_data: 'Hello' })])
    expect(statSync(join(processes.dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
    expect(await second.stop('SIGINT')).toBe(0)
  })

  it('has every acknowledged write after kill -9', async () => {
    const first = await processes.start()
    const ada = await Person.register(first.url, 'grace')
    const roomId = await ada.room()
    const path = `/api/rooms/officerooms/${roomId}/logs`
    let acknowledged = 0
    const writing = (async () => {
      for (let turn = 1; ; turn += 1) {
        const saved = await ada.rest('PUT', path, { input_data: `say ${turn}`, output_data: 'x' })
        if (saved.status === 200) acknowledged = turn
        if (turn === 30) void first.stop('SIGKILL')
      }
    })()
    await expect(writing).rejects.toThrow()
    const second = await processes.start()
    const { body } = await ada.movedTo(second.url).rest('GET', path)
    const indexes = (body as { index: number }[]).map(({ index }) => index)
    expect(indexes.length).toBeGreaterThanOrEqual(acknowledged)
    expect(indexes).toEqual(indexes.map((_, position) => position + 1))
    expect(await second.stop('SIGTERM')).toBe(0)
  })

  it('reports all faults of its configuration and exits 78', async () => {
    const env = { APP_PORT: 'x', JWT_SECRET: 'short', LOG_LEVEL: 'loud', MONGODB_URL: 'h' }
    const { code, output } = await processes.run('main/main.ts', { env })
    expect(code).toBe(78)
    for (const name of ['APP_PORT', 'JWT_SECRET', 'LOG_LEVEL', 'MONGODB_URL']) expect(output).toContain(`${name}:`)
    expect(output).not.toContain('short')
  })
})
