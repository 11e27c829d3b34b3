import { noLimits } from '../support/app/many-people.js'

/** A text of a built file, and its replacement. */
export interface Mutation {
  readonly file: string
  readonly find: string
  readonly replace: string
}

export interface Defect {
  readonly name: string
  /** A setting that switches the rule off. */
  readonly env?: Readonly<Record<string, string>>
  /** Used when no setting does. */
  readonly mutations?: readonly Mutation[]
  /** Multiplies the duration of attacks: longer for defects that fill the memory slowly. */
  readonly lasting?: number
  /** That of its attacks otherwise, which leaves room for a busy machine. */
  readonly mostOrdinaryMs?: number
  /** The attacks that must detect it; results of others do not count. */
  readonly seenBy: readonly string[]
  /** The fault that they must report. */
  readonly fault: RegExp
}

/** The memory of the process exceeded its limit, or ended the process. */
const memory = /^the server ended|^its process had/

/** Its fault is seen only with Node.js 24, which measures the processor time of a thread. */
const unslicedWork: Defect = {
  name: 'long work is not sliced',
  mutations: [{ file: 'packages/runtime/src/work-slices.js', find: 'sliceMs = 20', replace: 'sliceMs = Infinity' }],
  seenBy: ['GraphQL list: entries that only seem to be found'],
  fault: /^a turn of an event loop took/,
}

/** Rules of the bounds that a careless change could break, one at a time. */
export const defects: readonly Defect[] = [
  ...('threadCpuUsage' in process ? [unslicedWork] : []),
  {
    name: 'a page does not end where its bytes are used up',
    mutations: [
      {
        file: 'packages/runtime/src/result-bytes.js',
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
      {
        file: 'packages/edge/src/load/unsent-bytes.js',
        find: '#count(connection) {',
        replace: '#count(connection) { return;',
      },
    ],
    lasting: 3,
    seenBy: ['results of 7 MB, never read'],
    fault: memory,
  },
  {
    name: 'a REST list is read whole before it is written',
    // without the bounds of the process's memory too, the cost of a reader becomes visible
    env: { LOAD_LIMITS: '{"unsentPerClient":1000000000000,"unsentPerProcess":1000000000000}' },
    mutations: [
      {
        file: 'rest-facade/rows/pages.js',
        find: 'const value = body(begunNodes);',
        replace: `const all = [...begunNodes];
          for (; after !== undefined;) {
            const page = await read({ first, after });
            all.push(...page.nodes);
            after = nextCursor(page);
          }
          const value = body(all);`,
      },
    ],
    lasting: 5,
    seenBy: ['REST list, never read: app GET /api/rooms/officerooms/:id/logs'],
    fault: memory,
  },
  {
    name: 'what waits for a reader is written as a text',
    mutations: [
      { file: 'packages/edge/src/answers/write-with-backpressure.js', find: 'written(piece)', replace: 'piece' },
    ],
    seenBy: ['40 readers of a log of 20 MB, never read'],
    fault: /^its process had .* for the connections/,
  },
  {
    name: 'a refusal reports any number of faults',
    mutations: [{ file: 'packages/runtime/src/errors.js', find: 'maxFaults = 20', replace: 'maxFaults = Infinity' }],
    lasting: 0.5,
    seenBy: ['hostile variables over HTTP'],
    fault: /^a refusal had/,
  },
  {
    name: 'large bodies are parsed as they come',
    mutations: [
      {
        file: 'packages/edge/src/body/large-body-turn.js',
        find: 'if (bytes <= smallBodyBytes)',
        replace: 'if (bytes <= Infinity)',
      },
    ],
    seenBy: ['large bodies at the doors of GraphQL: /graphql'],
    // 40 without the defect, on a quiet machine
    mostOrdinaryMs: 90,
    fault: /^half of the ordinary requests waited|^the server ended/,
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
      { file: 'packages/runtime/src/silence-timer.js', find: 'elapsedMs <= lateAfter * everyMs', replace: 'true' },
      {
        file: 'packages/runtime/src/silence-timer.js',
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
    name: 'one address guesses links without limits',
    env: { RATE_LIMITS: noLimits },
    seenBy: ['guesses of what gives access: password links'],
    fault: /^one address sends as much/,
  },
  {
    name: 'a sign-in does not ask for the second factor',
    mutations: [
      { file: 'src/second-factors/second-factors.js', find: 'if (factors.length === 0)', replace: 'if (true)' },
    ],
    seenBy: ['sign-ins without their second step'],
    fault: /^a guess was accepted/,
  },
  {
    name: 'an address has any number of connections',
    env: { SOCKET_LIMITS: '{"connectionsPerAddress":1000000}' },
    seenBy: ['2500 connections: idle connections'],
    fault: /^one address had/,
  },
  {
    name: 'the chunks of a body take no turns',
    mutations: [
      { file: 'packages/edge/src/load/join-chunks.js', find: 'excess >= freeChunks', replace: 'excess >= Infinity' },
    ],
    seenBy: ['small pieces: bodies in chunks of a byte, at every listener'],
    // 5 without the defect, 380 with it, on a quiet machine
    mostOrdinaryMs: 150,
    fault: /^half of the ordinary requests waited|^the server ended/,
  },
  {
    name: 'each byte of a body keeps a buffer of its own',
    mutations: [
      {
        file: 'packages/edge/src/body/gathered-bytes.js',
        find: 'chunk.length >= smallBytes',
        replace: 'chunk.length >= 0',
      },
    ],
    lasting: 3,
    seenBy: ['bodies that arrive byte by byte'],
    fault: /^its process had .* for the connections of the attackers|^the server ended/,
  },
  {
    name: 'connections use all file handles',
    mutations: [
      { file: 'packages/edge/src/load/file-handles.js', find: 'limit: limitOfSystem()', replace: 'limit: undefined' },
    ],
    seenBy: ['connections beyond the file handles of the system'],
    fault: /^\/health\/live failed/,
  },
]

/** The module that plants the defect; none if a setting does. */
export function importsOf({ mutations }: Defect): readonly string[] {
  return mutations ? [`./test/abuse/plant.mjs?${encodeURIComponent(JSON.stringify(mutations))}`] : []
}
