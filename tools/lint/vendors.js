import { manifestOf, nouns, packages } from './zones.js'

const runtime = '@parley/runtime'

const chatLogs = '@parley/chat-log-store'
const drivers = ['typeorm', 'libsql', 'pg', 'mongodb', 'ioredis', 'aws4fetch', 'better-sqlite3']
/** Of workers too. */
const redis = ['ioredis', '@parley/redis-queue']
const contract = `${chatLogs}/contract`
const stores = [...drivers, '@parley/redis-queue', `${chatLogs}/embedded`, `${chatLogs}/mongodb`, contract]
const graphqlServers = [
  'graphql',
  'graphql-*',
  '@graphql-*',
  'type-graphql',
  '@apollo',
  '@as-integrations',
  '@escape.tech',
]
const httpServers = ['express', 'helmet', 'multer']
const pagePackages = ['react', 'react-dom', 'marked', 'katex', 'virtua', 'lowlight', 'uqr', '@simplewebauthn/browser']

const restPackages = [
  ...[runtime, '@parley/edge', '@parley/engine'],
  ...['express', 'zod', 'graphql', '@graphql-typed-document-node'],
]

function dependenciesOf(name) {
  const { dependencies = {}, optionalDependencies = {} } = manifestOf(name)
  return Object.keys({ ...dependencies, ...optionalDependencies })
}

/**
 * Packages per folder: `only` these, or `never` these. A trailing star is a prefix; a scope includes all its packages.
 */
export const vendors = [
  {
    name: 'schema: type-graphql and zod',
    in: ['schema'],
    only: [runtime, 'type-graphql', 'zod', 'graphql', 'graphql-scalars', chatLogs, '@parley/queue'],
    message:
      'The contract needs type-graphql, zod, graphql scalars and the words of the queue and of chat logs; everything else is behind a resolver.',
  },
  {
    name: 'resolvers: no store, no web server',
    in: ['resolvers'],
    never: [...stores, ...httpServers, ...pagePackages],
    message:
      'Resolvers know neither stores nor sockets: a query belongs to src/<noun>, HTTP to packages/edge, src/http and resolvers/http.',
  },
  {
    name: 'resolvers/http: no store',
    in: ['resolvers/http'],
    never: [...stores, ...pagePackages],
    message: 'GraphQL over HTTP is mounted with express; a query belongs to src/<noun>.',
  },
  {
    name: 'rest-facade: its packages',
    in: ['rest-facade'],
    only: restPackages,
    message:
      'The facade translates REST to GraphQL with express, zod and graphql; any other work belongs behind the schema.',
  },
  {
    name: 'rest-facade/mcp: the SDK too',
    in: ['rest-facade/mcp'],
    only: [...restPackages, '@modelcontextprotocol/server'],
    message: 'The tools of /mcp translate calls to GraphQL with the SDK of the protocol.',
  },
  {
    name: 'ai-workers: no store, no GraphQL',
    in: ['ai-workers'],
    never: [...stores.filter((store) => !redis.includes(store)), ...graphqlServers, ...pagePackages],
    message: 'A worker generates text: it opens no store and serves no GraphQL. The job brings its history.',
  },
  {
    name: 'nouns: no API layer, no driver',
    in: nouns,
    never: [...httpServers, ...graphqlServers, ...stores, ...pagePackages],
    message:
      'A use case reads and writes rows by Queries of @parley/statements; HTTP, GraphQL, TypeORM and drivers stay outside.',
  },
  {
    name: 'ports: no API layer',
    in: ['src/ports'],
    never: [...httpServers, ...graphqlServers, ...pagePackages, 'typeorm', contract],
    message:
      'An adapter wraps the library of its vendor; API layers are built in resolvers, rest-facade and packages/edge.',
  },
  {
    name: 'src/http: its packages',
    in: ['src/http'],
    only: [runtime, '@parley/edge', 'express', 'zod', 'helmet'],
    message: 'Pages and documents are express, helmet and zod; anything else is handed to them.',
  },
  {
    name: 'src/metrics: declarations alone',
    in: ['src/metrics'],
    only: [runtime],
    message:
      'A metric is a counter, a gauge or a histogram of @parley/runtime; anything else is measured by its layer.',
  },
  ...packages.map((name) => ({
    name: `the package ${name}: its dependencies`,
    in: [`packages/${name}/src`],
    only: dependenciesOf(name),
    message: `Only dependencies of packages/${name}/package.json are there when the package is used.`,
  })),
  {
    name: 'src/config: no packages',
    in: ['src/config'],
    only: [runtime, '@parley/edge', '@parley/engine', 'zod'],
    message: 'Configuration parses text into settings: no other package.',
  },
  {
    name: 'main: no TypeORM, no package of pages',
    in: ['main'],
    never: ['typeorm', contract, ...pagePackages],
    message: 'main/ opens the Database; rows are read and written by Queries of @parley/statements.',
  },
  {
    name: 'src/database: tables and statements',
    in: ['src/database'],
    only: [runtime, '@parley/statements', chatLogs, 'typeorm'],
    message: 'Tables, migrations and SQL text stand on @parley/statements; the drivers are its own.',
  },
  {
    name: 'pages: their packages',
    in: ['pages/chat', 'pages/dashboard', 'pages/ui'],
    only: [...pagePackages, '@parley/client', '@parley/page'],
    message:
      'A page is React on @parley/client: what it needs from the server and the package lacks goes into the package.',
  },
]

const pattern = (name) => name.replaceAll('.', '\\.').replace(/\*$/, '[^/]*')

/** The regular expression of the modules that a row of `vendors` forbids. */
export const forbiddenPackages = ({ only, never }) => {
  const names = `(?:${(only ?? never).map(pattern).join('|')})(?:/|$)`
  return new RegExp(only ? `^(?!\\.|node:|${names})` : `^${names}`)
}
