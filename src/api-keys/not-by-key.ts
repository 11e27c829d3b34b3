import { AppError } from '@parley/runtime'

/** The refusal of an act on the account itself, for which its owner must sign in. */
export function notByKey(): AppError {
  return new AppError('FORBIDDEN', { message: 'An API key cannot do this: sign in' })
}
