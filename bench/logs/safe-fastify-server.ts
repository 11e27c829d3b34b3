import { createLogger } from '@parley/runtime'
import { safeFastify } from '../peers/safe-fastify.js'
import { readServerEnvironment } from '../server-environment.js'
import { BareLogs, type LogTurn } from './bare-logs.js'

// The same handlers on Fastify, with the safety of Parley.
const { port, database } = readServerEnvironment()
const logs = new BareLogs(database)
const app = safeFastify(createLogger('info'))
app.put<{ Body: LogTurn }>('/doclog/office/save_log', async ({ body }) => logs.save(body))
app.post<{ Body: LogTurn }>('/doclog/office/load_log', async ({ body }) => logs.load(body))
await app.listen({ port, host: '127.0.0.1' })
