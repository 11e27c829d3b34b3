import { z } from 'zod'
import { AppError } from '../../src/errors.js'
import { json } from '../rows/answers.js'
import { MyUsageDocument } from '../operations/operations.generated.js'
import { noInput, route } from '../rows/route.js'
import type { Route } from '../rows/route.js'
import { shapes } from '../rows/shapes.js'

const limit = z.object({
  used: shapes.count,
  limit: shapes.count.nullable().describe('Null is without a limit.'),
  resetsAt: shapes.instant.nullable().describe('When the count is reset; null for a limit without a period.'),
})

const usageShape = z.object({
  membership: z.enum(['BASIC', 'VIP']),
  messages: limit.describe('Messages and completions that were accepted today, in UTC.'),
  tokens: limit.describe('Of prompts and replies of this month, in UTC.'),
  concurrentGenerations: limit.describe('Generations that are queued or running.'),
  models: z.array(z.string()).describe('The models that the account may use.'),
  contextTokens: shapes.count
    .nullable()
    .describe('The limit of a prompt and its reply together; null means the limit of the model.'),
  priority: z.enum(['high', 'normal']),
})

export const usageRoutes: readonly Route[] = [
  route({
    about: {
      id: 'readUsage',
      tag: 'users',
      summary: 'Read the usage of the caller and the limits of the membership',
    },
    method: 'get',
    path: '/api/users/usage',
    token: 'required',
    operation: MyUsageDocument,
    request: noInput,
    answers: usageShape,
    variables: () => ({}),
    answer: ({ myUsage }) => {
      if (myUsage === null) throw new AppError('UNAUTHENTICATED')
      const { models, priority, ...rest } = myUsage
      return json({ ...rest, models: [...models], priority: priority === 'HIGH' ? 'high' : 'normal' })
    },
  }),
]
