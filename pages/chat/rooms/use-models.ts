import { useEffect, useState } from 'react'
import type { Parley } from '@parley/client'
import { useParley, useSession } from '@parley/client/react'

export type Model = Awaited<ReturnType<Parley['models']>>[number]

/** The name of the model of rooms that have chosen none. */
export const defaultModel = 'Local'

interface ModelRead {
  /** Which models are included depends on the account. */
  readonly accountId: string | null
  readonly models: Promise<readonly Model[]>
}

const reads = new WeakMap<Parley, ModelRead>()

/**
 * The models of the server, read once for each account; undefined until they are there. With `isFresh` they are read again
 * when the component is first shown.
 */
export function useModels({ isFresh = false } = {}): readonly Model[] | undefined {
  const parley = useParley()
  const { accountId } = useSession()
  const [shown, setShown] = useState<{ readonly accountId: string | null; readonly models: readonly Model[] }>()
  useEffect(() => {
    let isCurrent = true
    const last = reads.get(parley)
    const read = last?.accountId === accountId && !isFresh ? last : { accountId, models: parley.models() }
    reads.set(parley, read)
    read.models
      .then((models) => isCurrent && setShown({ accountId, models }))
      // the next component reads again
      .catch(() => reads.get(parley) === read && reads.delete(parley))
    return () => {
      isCurrent = false
    }
  }, [parley, accountId, isFresh])
  return shown?.accountId === accountId ? shown.models : undefined
}
