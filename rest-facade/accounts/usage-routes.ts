import { z } from 'zod'
import { json, required } from '../rows/answers.js'
import { MyUsageDocument } from '../operations/operations.generated.js'
import { plainRoute, type Route } from '../rows/route.js'
import { shapes } from '../rows/shapes.js'
import { Membership, ReplyPriority } from '../../schema/enums.js'

const limit = z.object({
  used: shapes.count,
  limit: shapes.count.nullable().describe('Null means unlimited.'),
  resetsAt: shapes.instant.nullable().describe('When `used` is reset to 0; null for a limit without a period.'),
})

const usageShape = z.object({
  membership: z.enum(Membership),
  messages: limit.describe('Messages and completions that were accepted today (UTC).'),
  tokens: limit.describe('Tokens of prompts and replies this month (UTC).'),
  concurrentGenerations: limit.describe('Generations that are queued or running.'),
  models: z.array(z.string()).describe('The names of the models that the account can use.'),
  contextTokens: shapes.count
    .nullable()
    .describe('The maximum number of tokens of a prompt and its reply together; null means the limit of the model.'),
  priority: z.enum(ReplyPriority),
})

export const usageRoutes: readonly Route[] = [
  plainRoute({
    about: {
      id: 'readUsage',
      tag: 'users',
      summary: 'Read the usage of the caller and the limits of the membership',
    },
    method: 'get',
    path: '/api/users/usage',
    token: 'required',
    operation: MyUsageDocument,
    answers: usageShape,
    answer: ({ myUsage }) => {
      const { models, priority, ...rest } = required(myUsage, 'UNAUTHENTICATED')
      return json({ ...rest, models: [...models], priority: priority === 'HIGH' ? 'high' : 'normal' })
    },
  }),
]
