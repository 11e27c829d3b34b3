import { createContext, useContext } from 'react'
import type { ParleyError } from '@parley/client'

/** What the server says of the account of the session. */
export interface AccountCheck {
  /** Null until the server has answered, and for an account that is not an administrator. */
  readonly administrator: { readonly id: string; readonly username: string } | null
  /** Why the newest question has no answer; FORBIDDEN for an account that is not an administrator. */
  readonly error: ParleyError | null
  /** Asks the server again. */
  readonly checkAgain: () => void
}

export const AccountCheckContext = createContext<AccountCheck | null>(null)

export function useAccountCheck(): AccountCheck {
  const check = useContext(AccountCheckContext)
  if (!check) throw new Error('There is no AccountCheckProvider above this component')
  return check
}

/** The administrator who is signed in: only below the AdministratorGate. */
export function useAdministrator() {
  const { administrator, checkAgain } = useAccountCheck()
  if (!administrator) throw new Error('There is no AdministratorGate above this component')
  return { ...administrator, checkAgain }
}
