import { noLimits } from '../support/app/many-people.js'

/** A text of a built file, and what stands there instead. */
export interface Mutation {
  readonly file: string
  readonly find: string
  readonly replace: string
}

export interface Defect {
  readonly name: string
  /** Where a setting switches the rule off. */
  readonly env?: Readonly<Record<string, string>>
  /** Where none does. */
  readonly mutations?: readonly Mutation[]
  /** How many times longer than usual the attacks last, where memory has to fill up on a slow machine too. */
  readonly lasting?: number
  /** Attacks that must see it; what others see does not count. */
  readonly seenBy: readonly string[]
  /** What they must see. */
  readonly fault: RegExp
}

/** The process had too much in memory, or ended of it. */
const memory = /^the server ended|^its process had/

/** What a careless change could undo: each rule of the bounds, one at a time. */
export const defects: readonly Defect[] = [
  {
    name: 'a page does not end where its bytes are used up',
    mutations: [
      {
        file: 'src/result-bytes.js',
        find: ' || (rows > 0 && (withRow > pageBytes || bytes?.fits(withRow) === false))',
        replace: '',
      },
    ],
    seenBy: ['event streams of generations, never read'],
    fault: /"page of long entries"/,
  },
  {
    name: 'a result has any number of bytes',
    mutations: [{ file: 'src/limits.js', find: 'resultBytes: 8_388_608', replace: 'resultBytes: 1_000_000_000_000' }],
    seenBy: ['GraphQL list: entries'],
    fault: /^the server ended|^its process had|^one result had/,
  },
  {
    name: 'bytes that wait for readers are not counted',
    mutations: [
      { file: 'src/http/load/unsent-bytes.js', find: '#count(connection) {', replace: '#count(connection) { return;' },
    ],
    lasting: 3,
    seenBy: ['results of 7 MB, never read'],
    fault: memory,
  },
  {
    name: 'a REST list is read whole before it is written',
    // the memory of the process is bounded too: without that bound, what a reader costs shows
    env: { LOAD_LIMITS: '{"unsentPerClient":1000000000000,"unsentPerProcess":1000000000000}' },
    mutations: [
      {
        file: 'rest-facade/rows/pages.js',
        find: 'yield body(begun.nodes);',
        replace: `const all = [...begun.nodes];
          for (let next = nextCursor(begun); next !== undefined;) {
            const page = await read({ first, after: next });
            all.push(...page.nodes);
            next = nextCursor(page);
          }
          yield body(all);
          return;`,
      },
    ],
    lasting: 5,
    seenBy: ['REST list, never read: app GET /api/rooms/officerooms/:id/logs'],
    fault: memory,
  },
  {
    name: 'a refusal reports any number of faults',
    mutations: [{ file: 'src/errors.js', find: 'maxFaults = 20', replace: 'maxFaults = Infinity' }],
    seenBy: ['hostile variables over HTTP'],
    fault: /^a refusal had/,
  },
  {
    name: 'a late process refuses no new work',
    env: { LOAD_LIMITS: '{"eventLoopMs":false,"heapShare":false}' },
    seenBy: ['new work while the process is late'],
    fault: /^a late process refused/,
  },
  {
    name: 'a late process ends its workers',
    mutations: [
      { file: 'src/silence-timer.js', find: 'elapsedMs <= lateAfter * everyMs', replace: 'true' },
      {
        file: 'src/silence-timer.js',
        find: 'this.#quietTicks += 1',
        replace: 'this.#quietTicks += Math.round(elapsedMs / everyMs)',
      },
    ],
    seenBy: ['workers of a process that is very late'],
    fault: /^a worker was ended/,
  },
  {
    name: 'guests write without limits',
    env: { RATE_LIMITS: noLimits },
    seenBy: ['guests that make rooms'],
    fault: /^no guest was answered 429/,
  },
  {
    name: 'an address has any number of connections',
    env: { SOCKET_LIMITS: '{"connectionsPerAddress":1000000}' },
    seenBy: ['2500 connections: idle connections'],
    fault: /^one address had/,
  },
]

/** The module that plants it; none where a setting does. */
export function importsOf({ mutations }: Defect): readonly string[] {
  return mutations ? [`./test/abuse/plant.mjs?${encodeURIComponent(JSON.stringify(mutations))}`] : []
}
