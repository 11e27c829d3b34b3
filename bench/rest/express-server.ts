import express from 'express'
import { readServerEnvironment } from '../server-environment.js'
import { BareRest } from './bare-rest.js'

// Handlers on Express that run the statements directly, with nothing added.
const { port, ...environment } = readServerEnvironment()
const rest = new BareRest(environment)
const app = express()
app.get('/api/characters', (_request, response) => {
  response.json(rest.characters())
})
app.get('/api/users/profile', (request, response) => {
  const profile = rest.profile(request.headers.authorization)
  if (profile) response.json(profile)
  else response.status(401).json({ detail: 'Unauthorized' })
})
app.listen(port, '127.0.0.1')
