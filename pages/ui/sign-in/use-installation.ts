import { useParley } from '@parley/client/react'
import { installation } from '@parley/client/operations'
import { useLoaded } from '../feedback/use-loaded.js'

/** The public settings of the server; undefined until it has answered. */
export function useInstallation() {
  const parley = useParley()
  const { value } = useLoaded(async (signal) => (await parley.request(installation, {}, { signal })).installation)
  return value ?? undefined
}
