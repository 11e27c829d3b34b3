import { z } from 'zod'
import type { Endpoint } from './endpoint.js'

const common = {
  method: 'get',
  token: 'none',
  request: z.object({}),
  names: {},
} as const

/** The endpoints of every listener, open to every caller. */
export const healthEndpoints: readonly Endpoint[] = [
  {
    ...common,
    about: { id: 'isLive', tag: 'health', summary: 'Check that the process answers' },
    paths: ['/health/live'],
    answers: z.object({ status: z.literal('ok') }),
    refuses: {},
  },
  {
    ...common,
    about: { id: 'isReady', tag: 'health', summary: 'Check that the service and its dependencies are available' },
    paths: ['/health/ready'],
    answers: z.object({ status: z.literal('ready'), warnings: z.array(z.string()).optional() }),
    refuses: { unavailable: 'A dependency is unavailable.' },
  },
]

export const healthTag = { health: 'Liveness and readiness of the service.' } as const
