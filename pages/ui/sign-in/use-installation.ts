import { useParley } from '@parley/client/react'
import { installation } from '@parley/client/operations'
import { useLoaded } from '../feedback/use-loaded.js'

/** Whether people without an invitation can create accounts with the form of the page; true until the server has answered. */
export const acceptsSignUps = (installation: ReturnType<typeof useInstallation>): boolean =>
  !installation ||
  (installation.passwordSignIn && (installation.registration === 'OPEN' || installation.registration === 'APPROVAL'))

/** The public settings of the server; undefined until it has answered. */
export function useInstallation() {
  const parley = useParley()
  const { value } = useLoaded(async (signal) => (await parley.request(installation, {}, { signal })).installation)
  return value ?? undefined
}
