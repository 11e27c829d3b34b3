import { column, type RowOf } from '@parley/statements'

/** What a key opens: `/v1`, the application with its REST endpoints and GraphQL, or `/mcp`. */
export const apiKeyScopes = ['v1', 'api', 'mcp'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** What a key may use, besides the limits of the membership. Null means no limit of its own. */
export type KeyLimits = Pick<ApiKey, 'expiresAt' | 'models' | 'messagesPerDay' | 'tokensPerMonth'>

/** The usage of a key in the last day and month in which it was used. Their ends are epoch milliseconds, 0 before that. */
export type KeyCounts = Pick<ApiKey, 'messagesUsed' | 'messagesEndsAt' | 'tokensUsed' | 'tokensEndsAt'>

/** A key of an account for its own programs, without its text. Instants are epoch milliseconds. */
export const apiKeyColumns = {
  id: column.id(),
  userId: column.ref(),
  name: column.text(100),
  /** The beginning of its text, by which its owner recognizes it. */
  prefix: column.text(20),
  /** SHA-256 of its text, in hexadecimal. */
  keyHash: column.text(64),
  scopes: column.json<readonly ApiKeyScope[]>({ default: '["v1"]' }),
  createdAt: column.instant(),
  /** Accurate to the minute; null for a key that was never used. */
  lastUsedAt: column.instant({ nullable: true }),
  /** Epoch milliseconds: the key is invalid from then on. */
  expiresAt: column.instant({ nullable: true }),
  /** Values of `model` at `/v1`; `character/*` means every character. */
  models: column.json<readonly string[]>({ nullable: true }),
  /** Accepted completions and messages in rooms, per day in UTC. */
  messagesPerDay: column.count({ nullable: true }),
  /** Tokens of prompts and replies, per month in UTC. */
  tokensPerMonth: column.count({ nullable: true }),
  messagesUsed: column.count({ default: 0 }),
  messagesEndsAt: column.instant({ default: 0 }),
  tokensUsed: column.count({ default: 0 }),
  tokensEndsAt: column.instant({ default: 0 }),
}
export type ApiKey = RowOf<typeof apiKeyColumns>
