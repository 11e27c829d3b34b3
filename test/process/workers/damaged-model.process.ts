import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ensureTinyModel } from '@parley/testing'
import { Person } from '../../support/app/person.js'
import { Processes } from '../../support/app/processes.js'

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create()
})
afterAll(() => processes.close())

describe('a model file', () => {
  const alone = { ROLES: 'app,office', AI_OFFICE_PORT: '0' }

  it('that is cut ends a start with exit 78 and a sentence, before a worker is started', async () => {
    const path = join(processes.dataDir, 'half.gguf')
    await ensureTinyModel(path)
    truncateSync(path, Math.floor(statSync(path).size / 2))
    const { code, output } = await processes.run('main/main.ts', { env: { ...alone, LOCAL_MODEL: path } })
    expect([code, output]).toEqual([78, expect.stringContaining(`LOCAL_MODEL: ${path} is cut: it has `)])
    expect(output).not.toContain('worker.started')
  })

  it.each([
    ['vanishes', (path: string) => rmSync(path), 'there is no readable file PATH (ENOENT)'],
    [
      'is damaged',
      (path: string) => writeFileSync(path, Buffer.alloc(40_000, 'GGUF')),
      'the model PATH cannot be loaded',
    ],
  ])(
    'that %s under a running server is named once, the server is ready with a warning, and the worker waits',
    async (name, damage, said) => {
      const path = join(processes.dataDir, `${name}.gguf`)
      await ensureTinyModel(path)
      const server = await processes.start({ ...alone, LOCAL_MODEL: path })
      await server.seen(/"name":"model\.loaded"/)
      rmSync(path)
      await ensureTinyModel(path)
      damage(path)
      process.kill(server.workerPid('office'), 'SIGKILL')
      // the first end is that of the signal
      await server.seen(/"code":78,"signal":null,"restartInMs":60000/)
      expect(server.output()).toContain(`LOCAL_MODEL: ${said.replace('PATH', path)}`)
      const ready = await new Person(server.url).rest('GET', '/health/ready')
      expect([ready.status, ready.body]).toEqual([
        200,
        { status: 'ready', warnings: [expect.stringContaining('The office worker cannot load its model')] },
      ])
      await server.stop('SIGTERM')
    },
  )
})
