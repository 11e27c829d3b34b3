/** A bar of a browser that comes and goes is lower, in pixels, a keyboard of a screen higher. */
const keyboardHeight = 120

/** Keeps the shell above the keyboard where it lies over the page: Safari does not know `interactive-widget`. */
function followKeyboard(view: VisualViewport): void {
  const { style } = document.documentElement
  const follow = () => {
    const isCovered = view.scale === 1 && document.documentElement.clientHeight - view.height > keyboardHeight
    style.setProperty('--seen', isCovered ? `${view.height}px` : null)
    // to show the box, the browser has scrolled the page, which now fits
    if (isCovered) scrollTo(0, 0)
  }
  view.addEventListener('resize', follow)
}

/** Browsers select a text, or show what a link can do, after about half a second. */
const longMs = 600
/** A finger that moves farther, in pixels, scrolls. */
const moved = 10

/**
 * Opens the menu of a row of the list or of the log by a long press on a touch screen. A press that selects text, or is on a
 * link in a text, does what it does everywhere. With a keyboard, the button of the menu does the same.
 */
function openMenusByLongPress(): void {
  const options = { capture: true }
  let timer: ReturnType<typeof setTimeout> | undefined
  let start: Touch | undefined
  let opened: HTMLButtonElement | undefined
  const press = (): boolean => {
    clearTimeout(timer)
    const button = start && menuAt(start.target)
    start = undefined
    if (!button || getSelection()?.isCollapsed === false) return false
    opened = button
    button.click()
    return true
  }
  const began = ({ touches }: TouchEvent) => {
    clearTimeout(timer)
    opened = undefined
    start = touches.length === 1 ? touches[0] : undefined
    // Safari has no event for a long press
    if (start) timer = setTimeout(press, longMs)
  }
  const ended = (event: TouchEvent) => {
    clearTimeout(timer)
    start = undefined
    const button = opened
    if (!button) return
    // not a click on the row
    event.preventDefault()
    // the browser closes a popover when the finger leaves what is beside it
    setTimeout(() => {
      if (button.popoverTargetElement?.matches(':popover-open') !== true) button.click()
    })
  }
  document.addEventListener('touchstart', began, { ...options, passive: true })
  document.addEventListener(
    'touchmove',
    ({ touches: [touch] }) => {
      if (!touch || !start || Math.hypot(touch.clientX - start.clientX, touch.clientY - start.clientY) < moved) return
      clearTimeout(timer)
      start = undefined
    },
    { ...options, passive: true },
  )
  document.addEventListener('touchcancel', () => (clearTimeout(timer), (start = undefined)), options)
  document.addEventListener('touchend', ended, options)
  const asked = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' && (opened !== undefined || press())) event.preventDefault()
  }
  document.addEventListener('contextmenu', asked, options)
}

/** The button of the menu that is the nearest to a place in a row. */
function menuAt(target: EventTarget): HTMLButtonElement | null {
  if (!(target instanceof Element)) return null
  const row = target.closest('.room-link, .log-row')
  if (!row || target.closest('.log-row a, .markdown img, button, input, textarea, summary')) return null
  for (let part: Element | null = target; part && row.contains(part); part = part.parentElement) {
    const button = part.querySelector<HTMLButtonElement>('[aria-haspopup=menu]')
    if (button) return button
  }
  return null
}

export function startTouch(): void {
  if (visualViewport) followKeyboard(visualViewport)
  openMenusByLongPress()
}
