import type { AccountState } from '../operations.generated.js'

/** The states by their name in the address. */
export const states = {
  all: 'ALL',
  waiting: 'WAITING',
  administrators: 'ADMINISTRATORS',
  banned: 'BANNED',
} as const satisfies Readonly<Record<string, AccountState>>
export type StateName = keyof typeof states

export const isState = (name: string): name is StateName => Object.hasOwn(states, name)
export const stateNames = Object.keys(states).filter(isState)

interface ListPlace {
  readonly state: StateName
  readonly search: string
}

/** The address of a list of accounts, or of one account over it. */
export function accountsPath({ state, search }: ListPlace, nodeId?: string): string {
  const query = new URLSearchParams({ ...(state !== 'all' && { state }), ...(search !== '' && { q: search }) })
  const path = nodeId === undefined ? '/accounts' : `/accounts/${nodeId}`
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
