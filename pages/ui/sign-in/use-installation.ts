import type { Parley } from '@parley/client'
import { useParley } from '@parley/client/react'
import { installation } from '@parley/client/operations'
import { useLoaded } from '../feedback/use-loaded.js'

/** Whether people without an invitation can create accounts with the form of the page; true until the server has answered. */
export const acceptsSignUps = (installation: ReturnType<typeof useInstallation>): boolean =>
  !installation ||
  (installation.passwordSignIn && (installation.registration === 'OPEN' || installation.registration === 'APPROVAL'))

const read = async (parley: Parley) => (await parley.request(installation, {})).installation

/** An answer is shared by the parts of a screen, some of which load late. A person who goes on later gets a new one. */
const sharedMs = 10_000
const shared = new WeakMap<Parley, { readonly answer: ReturnType<typeof read>; readonly until: number }>()

function readOnce(parley: Parley): ReturnType<typeof read> {
  const known = shared.get(parley)
  if (known && Date.now() < known.until) return known.answer
  const answer = read(parley)
  shared.set(parley, { answer, until: Date.now() + sharedMs })
  answer.catch(() => shared.delete(parley))
  return answer
}

/** The public settings of the server; undefined until it has answered. */
export function useInstallation() {
  const parley = useParley()
  const { value } = useLoaded(() => readOnce(parley))
  return value ?? undefined
}
