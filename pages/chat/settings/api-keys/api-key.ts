import type { ApiKeysQuery } from '@parley/client/operations'

export type ApiKey = NonNullable<NonNullable<ApiKeysQuery['me']>['apiKeys']>[number]

/** Whether a key may use a model, by its name at `/v1`. */
export const allows = ({ models }: Pick<ApiKey, 'models'>, name: string): boolean =>
  models === null || models.includes(name)
