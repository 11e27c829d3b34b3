import { useEffect, useState } from 'react'
import type { Parley } from '@parley/client'
import { useParley } from '@parley/client/react'

export type Model = Awaited<ReturnType<Parley['models']>>[number]

const reads = new WeakMap<Parley, Promise<readonly Model[]>>()

/** The models of the server, read once; undefined until they are there. */
export function useModels(): readonly Model[] | undefined {
  const parley = useParley()
  const [models, setModels] = useState<readonly Model[]>()
  useEffect(() => {
    let isCurrent = true
    const reading = reads.get(parley) ?? parley.models()
    reads.set(parley, reading)
    // the next screen tries again
    reading.then((read) => isCurrent && setModels(read)).catch(() => reads.delete(parley))
    return () => {
      isCurrent = false
    }
  }, [parley])
  return models
}
