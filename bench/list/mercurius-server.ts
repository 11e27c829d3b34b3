import { fastify } from 'fastify'
import { mercurius } from 'mercurius'
import { BareCharacters, typeDefs } from './characters.js'
import { readServerEnvironment } from '../server-environment.js'

// Mercurius on Fastify as its documentation starts one, with nothing added.
const { port, ...environment } = readServerEnvironment()
const characters = new BareCharacters(environment)
const app = fastify()
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: characters.resolvers,
  context: ({ headers }) => characters.identify(headers.authorization),
})
await app.listen({ port, host: '127.0.0.1' })
