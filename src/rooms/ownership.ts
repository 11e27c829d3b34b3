import { AppError } from '../errors.js'
import type { Caller } from '../users/caller.js'

/**
 * Whose room a new one is: with a token the caller's, whatever text is sent beside it unless it is the id of another
 * account; without one nobody's, kept under the text that was sent.
 */
export function ownershipOf(
  caller: Caller,
  sent: string | null | undefined,
): { readonly ownerId: number | null; readonly userId: string } {
  if (caller.kind === 'user') {
    if (typeof sent === 'string' && /^\d+$/.test(sent) && Number(sent) !== caller.id) throw new AppError('FORBIDDEN')
    return { ownerId: caller.id, userId: String(caller.id) }
  }
  if (typeof sent === 'string' && sent !== '') return { ownerId: null, userId: sent }
  throw new AppError('BAD_USER_INPUT', {
    message: 'A room needs a token or a user id',
    fields: [{ path: ['input', 'userId'], rule: 'required', message: 'Field required' }],
  })
}
