import { deepStrictEqual } from 'node:assert/strict'
import { accountCaller, type JobPriority, unverifiedCaller } from '@parley/queue'

interface Arrival {
  readonly job: string
  readonly caller: string
  readonly priority: JobPriority
  readonly limit: number
}

/** The waiting jobs of a queue, whose workers are all busy. */
export interface FairJobs {
  /** Undefined when the queue is full. */
  admit(arrival: Arrival): Promise<{ readonly tag: number; readonly displaced: string | undefined } | undefined>
  start(job: string): Promise<void>
}

/** A job that arrives gets `tag` and displaces the job `displaces`, or is refused. */
type Act =
  | { readonly starts: string }
  | ({ readonly arrives: string; readonly of: string; readonly isHigh?: true } & (
      | { readonly tag: number; readonly displaces?: string }
      | { readonly isRefused: true }
    ))

const [ada, bob, eve] = [accountCaller(1), accountCaller(2), accountCaller(3)]
const [guest, other] = [unverifiedCaller('x'), unverifiedCaller('y')]

/** The acts of each case, in order; `limit` is how many jobs may wait. */
export const fairnessCases: readonly (readonly [name: string, limit: number, acts: readonly Act[]])[] = [
  [
    'each job of a caller comes after the one before',
    8,
    [
      { arrives: 'a1', of: ada, tag: 4 },
      { arrives: 'a2', of: ada, tag: 8 },
      { arrives: 'b1', of: bob, tag: 4 },
      { arrives: 'a3', of: ada, tag: 12 },
    ],
  ],
  [
    'a high job counts a quarter, after a normal one too',
    8,
    [
      { arrives: 'a1', of: ada, isHigh: true, tag: 1 },
      { arrives: 'a2', of: ada, isHigh: true, tag: 2 },
      { arrives: 'a3', of: ada, tag: 6 },
      { arrives: 'a4', of: ada, isHigh: true, tag: 7 },
    ],
  ],
  [
    'a caller that was absent starts where the others are',
    8,
    [
      { arrives: 'a1', of: ada, tag: 4 },
      { arrives: 'a2', of: ada, tag: 8 },
      { arrives: 'a3', of: ada, tag: 12 },
      { starts: 'a1' },
      { starts: 'a2' },
      { arrives: 'b1', of: bob, tag: 12 },
      { arrives: 'e1', of: eve, isHigh: true, tag: 9 },
    ],
  ],
  [
    'a job that starts out of order does not set the others back',
    8,
    [
      { arrives: 'a1', of: ada, tag: 4 },
      { arrives: 'a2', of: ada, tag: 8 },
      { arrives: 'b1', of: bob, tag: 4 },
      { starts: 'a2' },
      { starts: 'a1' },
      { arrives: 'e1', of: eve, tag: 12 },
    ],
  ],
  [
    'tags begin again when no job waits',
    8,
    [
      { arrives: 'a1', of: ada, tag: 4 },
      { arrives: 'a2', of: ada, tag: 8 },
      { starts: 'a1' },
      { starts: 'a2' },
      { arrives: 'a3', of: ada, tag: 4 },
    ],
  ],
  [
    'the caller with the most jobs makes room, by its last job',
    3,
    [
      { arrives: 'a1', of: ada, tag: 4 },
      { arrives: 'a2', of: ada, tag: 8 },
      { arrives: 'a3', of: ada, tag: 12 },
      { arrives: 'b1', of: bob, tag: 4, displaces: 'a3' },
      { arrives: 'e1', of: eve, tag: 4, displaces: 'a2' },
      { arrives: 'e2', of: eve, isRefused: true },
    ],
  ],
  [
    'only for a caller with at least two jobs fewer, whatever the priority',
    3,
    [
      { arrives: 'a1', of: ada, tag: 4 },
      { arrives: 'a2', of: ada, tag: 8 },
      { arrives: 'b1', of: bob, tag: 4 },
      { arrives: 'b2', of: bob, isHigh: true, isRefused: true },
      { arrives: 'a3', of: ada, isHigh: true, isRefused: true },
      { arrives: 'e1', of: eve, isHigh: true, tag: 1, displaces: 'a2' },
    ],
  ],
  [
    'of callers with equally many, the one whose job would start last makes room',
    4,
    [
      { arrives: 'a1', of: ada, tag: 4 },
      { arrives: 'b1', of: bob, tag: 4 },
      { arrives: 'a2', of: ada, tag: 8 },
      { arrives: 'b2', of: bob, tag: 8 },
      { arrives: 'e1', of: eve, tag: 4, displaces: 'b2' },
    ],
  ],
  [
    'the job of an account never makes room for a caller that is not verified',
    3,
    [
      { arrives: 'a1', of: ada, tag: 4 },
      { arrives: 'a2', of: ada, tag: 8 },
      { arrives: 'a3', of: ada, tag: 12 },
      { arrives: 'x1', of: guest, isRefused: true },
    ],
  ],
  [
    'a caller that is not verified makes room for another one, and for an account',
    4,
    [
      { arrives: 'a1', of: ada, tag: 4 },
      { arrives: 'x1', of: guest, tag: 4 },
      { arrives: 'x2', of: guest, tag: 8 },
      { arrives: 'x3', of: guest, tag: 12 },
      { arrives: 'y1', of: other, tag: 4, displaces: 'x3' },
      { arrives: 'b1', of: bob, tag: 4, displaces: 'x2' },
      { arrives: 'e1', of: eve, isRefused: true },
    ],
  ],
  ['a queue in which nothing may wait refuses', 0, [{ arrives: 'a1', of: ada, isRefused: true }]],
]

/** Does these acts, and expects their tags, refusals and displaced jobs. */
export async function expectFairness(jobs: FairJobs, limit: number, acts: readonly Act[]): Promise<void> {
  for (const act of acts) {
    if ('starts' in act) {
      await jobs.start(act.starts)
      continue
    }
    const priority = act.isHigh ? 'high' : 'normal'
    const admitted = await jobs.admit({ job: act.arrives, caller: act.of, priority, limit })
    const expected = 'isRefused' in act ? undefined : { tag: act.tag, displaced: act.displaces }
    deepStrictEqual({ [act.arrives]: admitted }, { [act.arrives]: expected })
  }
}
