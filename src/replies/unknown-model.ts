import { AppError } from '../errors.js'

/** For a model that does not exist; `path` is that of the argument which names it. */
export function unknownModel(path: readonly string[]): AppError {
  const message = 'Invalid model name.'
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path, rule: 'format', message }] })
}
