import { useEffect, useState } from 'react'

/** The current day. It changes at midnight, and when a computer that has slept is used again. */
export function useToday(): Date {
  const [today, setToday] = useState(startOfDay)
  useEffect(() => {
    const check = () => setToday((last) => (startOfDay().getTime() === last.getTime() ? last : startOfDay()))
    const timer = setInterval(check, checkMs)
    addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      removeEventListener('visibilitychange', check)
    }
  }, [])
  return today
}

const checkMs = 60_000

function startOfDay(): Date {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate())
}
