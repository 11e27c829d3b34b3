import { ApolloServer } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import express from 'express'
import { BareCharacters, typeDefs, type BareContext } from './characters.js'
import { readServerEnvironment } from '../server-environment.js'

// Apollo Server on Express as its documentation starts one, with nothing added.
const { port, ...environment } = readServerEnvironment()
const characters = new BareCharacters(environment)
const apollo = new ApolloServer<BareContext>({ typeDefs, resolvers: characters.resolvers })
await apollo.start()
const context = async ({ req }: { req: express.Request }) => characters.identify(req.headers.authorization)
express().use('/graphql', express.json(), expressMiddleware(apollo, { context })).listen(port, '127.0.0.1')
