import { useCallback, useEffect, useRef, type FocusEvent, type RefObject } from 'react'

interface FocusedPlace {
  readonly element: Element
  readonly row: Element | null
  readonly list: Element | null
  /** The place of the row in its list. */
  readonly index: number
}

const dialogOf = (target: EventTarget | null) => (target instanceof Element ? target.closest('dialog') : null)

/**
 * Moves the focus when the element that has it is removed, for example by its own command: to its row, to the row that is
 * now in that place, or to the heading of the screen. Returns the handlers of that part of the page.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>) {
  const last = useRef<FocusedPlace>(undefined)
  useEffect(() => {
    const { current } = part
    if (!current) return
    const keep = () => {
      if (document.activeElement !== document.body || !last.current || last.current.element.isConnected) return
      const target = placeAfter(last.current) ?? current.querySelector('h1') ?? current
      if (!(target instanceof HTMLElement)) return
      target.tabIndex = -1
      target.focus()
    }
    const observer = new MutationObserver(keep)
    observer.observe(current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [part])
  // a dialog above this part returns the focus
  const isHere = useCallback((target: EventTarget | null) => dialogOf(target) === dialogOf(part.current), [part])
  const onFocus = useCallback(
    ({ target }: FocusEvent) => {
      if (isHere(target)) last.current = placeOf(target)
    },
    [isHere],
  )
  // React calls it for what people do, not for a removal
  const onBlur = useCallback(
    ({ target, relatedTarget }: FocusEvent) => {
      if (isHere(target) && isHere(relatedTarget)) last.current = undefined
    },
    [isHere],
  )
  return { onFocus, onBlur }
}

function placeOf(element: Element): FocusedPlace {
  const row = element.closest('li')
  const list = row?.parentElement ?? null
  return { element, row, list, index: row && list ? [...list.children].indexOf(row) : -1 }
}

function placeAfter({ row, list, index }: FocusedPlace): Element | null {
  if (row?.isConnected) return row
  return list?.isConnected ? (list.children[index] ?? list.lastElementChild) : null
}
