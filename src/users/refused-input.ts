import { AppError, type FieldFault } from '@parley/runtime'

/** BAD_USER_INPUT whose message contains the sentence of every field. */
export function refusedInput(fields: readonly FieldFault[]): AppError {
  return new AppError('BAD_USER_INPUT', { message: fields.map(({ message }) => message).join('. '), fields })
}
