import { AppError } from '../errors.js'

/** The model of a reply when nothing names another one. */
export const defaultModel = 'Local'

/** The first of the names that the operator still offers, else the default. */
export function offeredModel(models: readonly string[], names: readonly (string | null | undefined)[]): string {
  return names.find((name) => typeof name === 'string' && models.includes(name)) ?? defaultModel
}

/** The error for an unknown model; `path` is the path of the argument that names it. */
export function unknownModel(path: readonly string[]): AppError {
  const message = 'Invalid model name.'
  return new AppError('BAD_USER_INPUT', { message, fields: [{ path, rule: 'format', message }] })
}
