import { createContext, useCallback, useContext } from 'react'
import { ParleyError, type Operation, type Parley } from '@parley/client'
import { useParley } from '@parley/client/react'

/** What the server says of the account of the session. */
export interface AccountCheck {
  /** Null until the server has answered, and for an account that is not an administrator. */
  readonly administrator: { readonly id: string; readonly username: string; readonly email: string } | null
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

type Confirmed = <Result>(task: () => Promise<Result>) => Promise<Result>

/** Runs a task, and runs it again after a proof of identity if the server asks for one. */
export const ConfirmedContext = createContext<Confirmed>((task) => task())

/**
 * As `request` of the client; the page asks for a proof of identity where the server needs one. A request that is FORBIDDEN
 * asks again whether the account is an administrator.
 */
export function useRequest() {
  const parley = useParley()
  const confirmed = useContext(ConfirmedContext)
  const { checkAgain } = useAdministrator()
  return useCallback(
    async <Result, Variables extends Readonly<Record<string, unknown>>>(
      operation: Operation<Result, Variables>,
      variables: Variables,
      options: Parameters<Parley['request']>[2],
    ) => {
      try {
        return await confirmed(() => parley.request(operation, variables, options))
      } catch (reason) {
        if (ParleyError.from(reason).code === 'FORBIDDEN') checkAgain()
        throw reason
      }
    },
    [parley, confirmed, checkAgain],
  )
}
