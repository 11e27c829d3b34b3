import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@parley/testing'
import { Person } from '../../support/app/person.js'
import { Processes } from '../../support/app/processes.js'
import { watch } from '../../support/app/watch.js'

let processes: Processes
beforeAll(async () => {
  processes = await Processes.create()
})
afterAll(() => processes.close())

const metricsAt = async (port: number | undefined) => (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text()

it('each process has its own metrics: the main one at METRICS_PORT, a worker at its port', async () => {
  const server = await processes.start({
    ROLES: 'app,office,character',
    LOCAL_MODEL: 'scripted:?reply=Hello there',
    METRICS_PORT: '0',
    AI_OFFICE_PORT: '0',
    AI_CHARACTER_PORT: '0',
  })
  const ada = await Person.register(server.url, 'ada')
  const seen = await watch(ada, await ada.say(await ada.room('office')))
  expect(seen.at(-1)).toMatchObject({ status: 'COMPLETED' })
  // the end is counted after it is sent
  const counted = 'parley_generations_total{model="Local",state="COMPLETED"} 1\n'
  const mainOf = () => metricsAt(server.ports['metrics'])
  const main = await until('the reply is counted', mainOf, (text) => text.includes(counted))
  expect(main).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(main).not.toContain('parley_queue_wait_seconds_count{')
  const done = 'parley_queue_jobs{kind="office",state="running"} 0\n'
  const officeOf = () => metricsAt(server.ports['office'])
  const office = await until('the worker has ended the job', officeOf, (text) => text.includes(done))
  expect(office).toContain('parley_queue_wait_seconds_count{kind="office"} 1\n')
  expect(office).not.toContain('parley_generations_total{')
  const stream = '{route="/internal/generations"'
  await until('the stream of the reply is counted', async () =>
    (await metricsAt(server.ports['office'])).includes(`parley_http_requests_total${stream}`),
  )
  expect(await metricsAt(server.ports['office'])).not.toContain(`parley_http_request_duration_seconds_count${stream}`)
  expect(await metricsAt(server.ports['character'])).not.toContain('parley_queue_wait_seconds_count{')
})

it('a worker on its own reports its metrics listener in the line ready', async () => {
  const worker = await processes.start({
    ROLES: 'character',
    LOCAL_MODEL: 'scripted:?reply=Hello there',
    METRICS_PORT: '0',
    AI_CHARACTER_PORT: '0',
  })
  expect(Object.keys(worker.ports)).toEqual(['character', 'metrics'])
  expect(await metricsAt(worker.ports['metrics'])).toMatch(/^process_resident_memory_bytes \d+$/m)
})
