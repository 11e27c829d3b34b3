import { operatorPath, operatorSocket } from '../../../src/config/data-folder/operator-socket.js'
import type { Attack } from './attack.js'
import { documentOf, listRecipes, tokenOf } from './list-recipes.js'
import type { ListRecipe } from './list-recipe.js'
import { inLine, withMuchMemory, withoutRateLimits } from './profiles.js'
import { listRequests } from './rest-recipes.js'
import { restLists, type RestRow } from './rest-routes.js'
import type { Server } from '../server.js'
import { megabytes, type HttpRequest, type AttackOutcome, type Tactic, type Target } from '../attackers/tactic.js'
import type { World } from '../world.js'

/** A result may have 8 MiB; JSON and its escapes are not counted exactly. */
const largestResult = 12_000_000

type Query = Extract<ListRecipe, { kind: 'query' }>
const queries = listRecipes.filter((recipe): recipe is Query => recipe.kind === 'query')
const subscriptions = listRecipes.filter((recipe) => recipe.kind === 'subscription')

/** All lists of both schemas and of the route tables. */
export function listAttacks(): readonly Attack[] {
  return [
    ...queries.map(queryAttack),
    largeResults,
    unreadQueries('never'),
    unreadQueries('slowly'),
    unreadQueries('half'),
    ...(['never', 'whole'] as const).map(socketAttack),
    ...(['never', 'whole'] as const).map(eventStreamAttack),
    ...restLists().map(restAttack),
    ...listRecipes.flatMap((recipe) => (recipe.kind === 'operator' ? [operatorAttack(recipe.document)] : [])),
    pipelinedAttack,
    neighbourAttack,
    unreadLogs,
    idleReaders,
  ]
}

/** Eight clients that request the maximum of one query and read it. */
function queryAttack(recipe: Query): Attack {
  return {
    name: `GraphQL list: ${recipe.name}`,
    profile: withoutRateLimits,
    tactics: (world, server) => [
      { ...http(appOf(server), [graphql(recipe, world)]), clients: 8, seconds: 2, reads: 'whole' },
    ],
    // a document that is refused asks for nothing
    faults: (outcomes) => [
      ...largestAnswerFaults(outcomes),
      ...outcomes
        .filter(({ answers }) => Object.keys(answers).some((answer) => answer.endsWith(' BAD_USER_INPUT')))
        .map(() => 'the document of the attack was refused'),
    ],
  }
}

/** Pages of 1 MB each, as many as one result may have, for each of many clients. */
const largeResults: Attack = {
  name: 'results of 7 MB, never read',
  profile: withoutRateLimits,
  // they come from one address, which may use a small part of the memory
  mostResidentBytes: 450_000_000,
  tactics: (world, server) =>
    queries
      .filter(({ name }) => name === 'entries')
      .map((recipe) => {
        const request = graphql(recipe, world, { aliases: 7 })
        return { ...http(appOf(server), [request]), clients: 150, seconds: 6, reads: 'never' }
      }),
}

function unreadQueries(reads: 'never' | 'slowly' | 'half'): Attack {
  return {
    name: `GraphQL lists: read ${reads === 'half' ? 'halfway' : reads}`,
    profile: withoutRateLimits,
    tactics: (world, server) => {
      const requests = queries.map((recipe) => graphql(recipe, world))
      return [{ ...http(appOf(server), requests), clients: 80, seconds: 5, reads }]
    },
  }
}

/** All queries and subscriptions with a list, at once on each socket. */
function socketAttack(reads: 'whole' | 'never'): Attack {
  return {
    name: `GraphQL lists over sockets: read ${reads}`,
    profile: withoutRateLimits,
    tactics: (world, server) =>
      (['guest', 'mallory'] as const).map((caller): Tactic => {
        const recipes = [...queries, ...subscriptions].filter((recipe) => recipe.caller === caller)
        const token = tokenOf(caller, world)
        return {
          kind: 'socket',
          target: appOf(server),
          ...(token === undefined ? {} : { token }),
          operations: recipes.map((recipe) => ({ query: documentOf(recipe, world) })),
          reads,
          clients: 20,
          seconds: 4,
          addresses: 1,
        }
      }),
    faults: largestAnswerFaults,
  }
}

/** All queries and subscriptions with a list, each in a stream of its own. */
function eventStreamAttack(reads: 'whole' | 'never'): Attack {
  return {
    name: `GraphQL lists over event streams: read ${reads}`,
    profile: withoutRateLimits,
    tactics: (world, server) => {
      const requests = [...queries, ...subscriptions].map((recipe) =>
        graphql(recipe, world, { path: '/graphql/stream' }),
      )
      return [{ ...http(appOf(server), requests), clients: 80, seconds: 5, reads }]
    },
    faults: largestAnswerFaults,
  }
}

function restAttack({ listener, endpoint: { about, method, paths }, line }: RestRow): Attack {
  const row = listRequests[about.id]
  return {
    name: `REST list, never read: ${listener} ${method.toUpperCase()} ${paths[0]}`,
    profile: inLine(line),
    // a few pages per reader, never a whole list
    mostResidentBytes: 500_000_000,
    tactics: (world, server) =>
      row
        ? [
            {
              ...http({ port: server.port(listener) }, [row.request(world)]),
              clients: 80,
              seconds: row.isLarge ? 4 : 1,
              reads: 'never',
            },
          ]
        : [],
  }
}

function operatorAttack(document: string): Attack {
  const body = JSON.stringify({ document, variables: {} })
  return {
    name: 'lists of the operator, never read',
    profile: withoutRateLimits,
    mostResidentBytes: 500_000_000,
    tactics: ({ dataDir }) => {
      const target = { port: 0, socketPath: operatorSocket(dataDir) }
      return [
        { ...http(target, [{ method: 'POST', path: operatorPath, body }]), clients: 80, seconds: 1, reads: 'never' },
      ]
    },
  }
}

const pipelinedAttack: Attack = {
  name: 'REST lists, requested 20 times on each connection, never read',
  profile: withoutRateLimits,
  tactics: (world, server) => [
    { ...http(appOf(server), largeRequests(world)), clients: 40, seconds: 4, reads: 'never', pipelined: 20 },
  ],
}

/**
 * The ordinary client has the same address as the attackers and must still be served, except for its request of a
 * megabyte.
 */
const neighbourAttack: Attack = {
  name: 'REST lists, never read, from the address of the ordinary client',
  profile: withoutRateLimits,
  mayRefuse: 'page of long entries',
  tactics: (world, server) => [
    { ...http(appOf(server), largeRequests(world)), clients: 80, seconds: 4, reads: 'never', addresses: 0 },
  ],
}

/** What waits for a reader costs little more than its bytes. */
const unreadLogs: Attack = {
  name: '40 readers of a log of 20 MB, never read',
  profile: withMuchMemory,
  isWhole: true,
  mostHeldBytes: 80_000_000,
  tactics: ({ roomId }, server) => [
    { ...http(appOf(server), [unreadLog(roomId)]), clients: 40, seconds: 8, reads: 'never' },
  ],
}

/** Of one address 20 connections may accept nothing for 15 s; the oldest are closed. Others have been refused before. */
const idleReaders: Attack = {
  name: '1000 readers of a log of 20 MB, never read',
  profile: withMuchMemory,
  isWhole: true,
  onlyWaits: true,
  tactics: ({ roomId }, server) => [
    { ...http(appOf(server), [unreadLog(roomId)]), clients: 1_000, seconds: 120, reads: 'never', mustClose: 20 },
  ],
  faults: ([outcome]) => {
    const { closed = 0 } = outcome ?? {}
    return closed < 20 ? [`of 1,000 readers that accept nothing only ${String(closed)} were disconnected`] : []
  },
}

function unreadLog(roomId: string): HttpRequest {
  return { method: 'GET', path: `/api/officerooms/${roomId}/logs` }
}

function largeRequests(world: World): HttpRequest[] {
  return restLists()
    .filter(({ listener, endpoint }) => listener === 'app' && listRequests[endpoint.about.id]?.isLarge === true)
    .flatMap(({ endpoint }) => listRequests[endpoint.about.id]?.request(world) ?? [])
}

export function http(target: Target, requests: readonly HttpRequest[]) {
  return { kind: 'http', target, requests, addresses: 1 } as const
}

export function appOf(server: Server): Target {
  return { port: server.port('app') }
}

function graphql(
  recipe: (typeof subscriptions)[number] | Query,
  world: World,
  { aliases, path = '/graphql' }: { aliases?: number; path?: string } = {},
): HttpRequest {
  const token = tokenOf(recipe.caller, world)
  return {
    method: 'POST',
    path,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: documentOf(recipe, world, aliases) }),
  }
}

function largestAnswerFaults(outcomes: readonly AttackOutcome[]): readonly string[] {
  const largest = Math.max(...outcomes.map(({ largestAnswer }) => largestAnswer))
  return largest > largestResult
    ? [`one result had ${megabytes(largest)} MB, more than ${megabytes(largestResult)} MB`]
    : []
}
