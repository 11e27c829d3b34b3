import { useEffect, useRef, type RefObject } from 'react'

/** For a row of links that may be wider than its place: brings the current one to the middle when it changes. */
export function useCurrentInView<E extends HTMLElement>(current: string): RefObject<E | null> {
  const row = useRef<E>(null)
  useEffect(() => {
    // not its result: some browsers return a promise, which React would call
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return row
}
