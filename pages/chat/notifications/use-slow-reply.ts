import { useEffect, useState } from 'react'

const slowMs = 10_000

/** Whether a reply has run for so long that a person may look at something else. */
export function useSlowReply(isRunning: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [isRunning])
  return isSlow
}
