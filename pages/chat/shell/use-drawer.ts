import { useEffect, useEffectEvent, useRef } from 'react'

/** So wide is a window in which the list of rooms is beside the screen, as styles/shell.css has it. */
const wide = '(width >= 48rem)'

/** While a part of the shell is open over the others, these have no focus. The element that had it gets it back. */
export function useDrawer(isOpen: boolean, close: () => void) {
  const drawer = useRef<HTMLElement>(null)
  const closed = useEffectEvent(close)
  useEffect(() => {
    const { current } = drawer
    if (!isOpen || !current) return
    const before = document.activeElement
    const others = current.parentElement?.querySelectorAll<HTMLElement>(':scope > :not(.scrim, .sidebar)') ?? []
    for (const each of others) each.inert = true
    current.querySelector('button')?.focus()
    const window = matchMedia(wide)
    const listener = () => closed()
    window.addEventListener('change', listener)
    return () => {
      window.removeEventListener('change', listener)
      for (const each of others) each.inert = false
      if (before instanceof HTMLElement) before.focus()
    }
  }, [isOpen])
  return drawer
}
