import { column } from '@parley/statements'

/** A row: what an account has used of a model in one day of UTC. */
export const modelUsageColumns = {
  id: column.id(),
  userId: column.ref(),
  /** Epoch milliseconds: the end of the day. */
  endsAt: column.instant(),
  /** As requested, such as `Local`. */
  model: column.text(100),
  /** Accepted messages and completions. */
  messages: column.count({ default: 0 }),
  tokens: column.count({ default: 0 }),
}
