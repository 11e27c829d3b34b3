import { AppError } from '@parley/runtime'

/** The model of a reply when nothing names another one. */
export const defaultModel = 'Local'

/** The error for an unknown model; `path` is the path of the argument that names it. */
export function unknownModel(path: readonly string[]): AppError {
  const message = 'Invalid model name.'
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path, rule: 'format', message }] })
}
