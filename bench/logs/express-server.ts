import express from 'express'
import { readServerEnvironment } from '../server-environment.js'
import { BareLogs, type LogTurn } from './bare-logs.js'

// Handlers on Express that run the statements directly, with nothing added.
const { port, database } = readServerEnvironment()
const logs = new BareLogs(database)
const app = express()
app.use(express.json())
app.put('/doclog/office/save_log', (request, response) => {
  response.json(logs.save(request.body as LogTurn))
})
app.post('/doclog/office/load_log', (request, response) => {
  response.json(logs.load(request.body as LogTurn))
})
app.listen(port, '127.0.0.1')
