import { AppError } from '@parley/runtime'
import type { Caller } from '../users/caller.js'
import type { Users } from '../users/users.js'

/**
 * The owner and user id of a new room. With a token it belongs to the caller; a user id in the request is ignored,
 * except that the id of another account is refused. Without a token it has no owner, and the user id is required
 * (contract: rooms.7, rooms.8).
 */
export async function ownershipOf(
  caller: Caller,
  sent: string | null | undefined,
  users: Users,
): Promise<{ readonly ownerId: number | null; readonly userId: string }> {
  if (caller.kind === 'user') {
    const isAnother = typeof sent === 'string' && sent !== String(caller.id) && (await users.find(sent)) !== null
    if (isAnother) throw new AppError('FORBIDDEN')
    return { ownerId: caller.id, userId: String(caller.id) }
  }
  if (typeof sent === 'string' && sent !== '') return { ownerId: null, userId: sent }
  throw new AppError('BAD_USER_INPUT', {
    message: 'A room needs a token or a user id',
    fields: [{ path: ['input', 'userId'], rule: 'required', message: 'Field required' }],
  })
}
