import { AppError } from '../../src/errors.js'
import type { Execute } from '../rows/route.js'
import { AccountOfDocument } from '../operations/service-operations.generated.js'

/** The id of the account with this e-mail address: operators identify accounts by address. Throws NOT_FOUND. */
export async function accountIdOf(email: string, execute: Execute): Promise<string> {
  const { account } = await execute(AccountOfDocument, { email })
  if (!account) throw new AppError('NOT_FOUND')
  return account.id
}
