import type { Attack } from './attack.js'
import { appOf, http } from './list-attacks.js'
import { asShipped } from './profiles.js'

const question = { method: 'POST', path: '/graphql', body: '{"query":"{ models { name } }"}' } as const

/** Longer than the threshold of the event loop, several times in a row. */
const pauses = { times: 4, ms: 1_500 } as const
/** Longer than the silence that a worker may keep plus the time between two checks. */
const freeze = { times: 1, ms: 42_000 } as const

/** A main process without processor time, a state that attackers should not be able to cause. */
export const latenessAttacks: readonly Attack[] = [
  {
    name: 'new work while the process is late',
    profile: asShipped,
    stops: pauses,
    isWhole: true,
    tactics: (_, server) => [{ ...http(appOf(server), [question]), clients: 40, seconds: 8, reads: 'whole' }],
    faults: ([outcome]) => {
      const answers = Object.keys(outcome?.answers ?? {})
      return [
        ...(answers.some((answer) => answer.startsWith('503')) ? [] : ['a late process refused no new work']),
        ...(answers.some((answer) => answer.startsWith('200'))
          ? []
          : ['a process that was late did no work afterwards']),
      ]
    },
  },
  {
    name: 'workers of a process that is very late',
    profile: asShipped,
    stops: freeze,
    onlyWaits: true,
    tactics: () => [],
  },
]
