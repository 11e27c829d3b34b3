import { fastify } from 'fastify'
import { readServerEnvironment } from '../server-environment.js'
import { BareRest } from './bare-rest.js'

// The same handlers on Fastify, with nothing added.
const { port, ...environment } = readServerEnvironment()
const rest = new BareRest(environment)
const app = fastify()
app.get('/api/characters', async () => rest.characters())
app.get('/api/users/profile', async (request, reply) => {
  const profile = rest.profile(request.headers.authorization)
  return profile ?? reply.code(401).send({ detail: 'Unauthorized' })
})
await app.listen({ port, host: '127.0.0.1' })
