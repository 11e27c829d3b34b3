/** The distance to the edges of the window, and half of it to the anchor, in pixels. */
const margin = 8

/**
 * Puts a popover below its anchor, or above it where that has more space, and inside the window: with its end at that of
 * the anchor, or with its beginning.
 */
export function placeBeside(anchor: HTMLElement, popover: HTMLElement, isAtStart = false): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const isRtl = getComputedStyle(anchor).direction === 'rtl'
  const fitsBelow = bottom + margin / 2 + height <= innerHeight - margin
  const isBelow = fitsBelow || top < innerHeight - bottom
  const within = (place: number, size: number, space: number) =>
    Math.max(margin, Math.min(place, space - size - margin))
  popover.style.left = `${within(isRtl !== isAtStart ? left : right - width, width, document.documentElement.clientWidth)}px`
  popover.style.top = `${within(isBelow ? bottom + margin / 2 : top - height - margin / 2, height, innerHeight)}px`
}
