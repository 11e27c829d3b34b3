import { note } from '@parley/edge'
import { createLogger } from '@parley/runtime'
import { safeFastify } from '../peers/safe-fastify.js'
import { readServerEnvironment } from '../server-environment.js'
import { BareRest } from './bare-rest.js'

// The same handlers on Fastify, with the safety of Parley.
const { port, ...environment } = readServerEnvironment()
const rest = new BareRest(environment)
const app = safeFastify(createLogger('info'))
app.get('/api/characters', async () => rest.characters())
app.get('/api/users/profile', async (request, reply) => {
  const profile = rest.profile(request.headers.authorization)
  if (profile) note(request.raw, { caller: String(profile.id) })
  return profile ?? reply.code(401).send({ detail: 'Unauthorized' })
})
await app.listen({ port, host: '127.0.0.1' })
