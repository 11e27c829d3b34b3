import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { Processes } from '../../support/app/processes.js'
import { ForwardProxy } from '../../support/http/forward-proxy.js'

let server: Server
let proxy: ForwardProxy
beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json').end('{"object":"list","data":[{"id":"m"}]}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await ForwardProxy.open(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
})
afterAll(async () => {
  await proxy.close()
  server.closeAllConnections()
  server.close()
})
let processes: Processes
beforeEach(async () => {
  processes = await Processes.create()
})
afterEach(() => processes.close())

it('the programs of a build reach a model server through HTTP_PROXY', async () => {
  const env = {
    ROLES: 'office',
    AI_OFFICE_PORT: '0',
    HTTP_PROXY: proxy.url,
    LOCAL_MODEL: 'openai:http://models.example/v1#m',
  }
  const worker = processes.launch('main/main.ts', { env })
  await until('the proxy was asked for the model server', () => proxy.asked.includes('models.example'))
  worker.child.kill()
  await worker.ended
  expect(worker.output()).not.toContain('model_server.unavailable')
})
