/** What holds under every fault, as far as the fault allows it. */
export const checks = {
  reads: 'reads go on while only writes or replies are concerned',
  waits: 'a write is answered or refused within 6 s',
  health: 'health and metrics answer within a second',
  named: 'the operator sees what is wrong',
  recovers: 'the installation recovers by itself, in time',
  kept: 'nothing acknowledged is lost',
} as const

export type Check = keyof typeof checks
