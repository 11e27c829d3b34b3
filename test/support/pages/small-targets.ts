/**
 * An expression for a page on a touch screen: what a finger can press and has less than 44 px in a direction. Links in a
 * sentence, and marks in a text, have the height of their line.
 */
export const smallTargets = `(() => {
  const pressed = 'a[href], button, input, select, textarea, summary, [role=menuitem]'
  return [...document.querySelectorAll(pressed)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
    if (element.closest('.skip, .unseen, [inert], [type=file]')) return []
    if (element.matches('a, .footnote-mark') && element.closest('.markdown :is(p, li, td), p:not(.row), .checkbox')) return []
    const whole = element.matches('.tile :is(h2 a, .tile-command)') ? '.tile' : '.checkbox'
    const around = getComputedStyle(element, '::after')
    const isAround = around.content !== 'none' && around.position === 'absolute'
    const { width, height } = isAround
      ? { width: parseFloat(around.width), height: parseFloat(around.height) }
      : (element.closest(whole) ?? element).getBoundingClientRect()
    return width >= 43.5 && height >= 43.5 ? [] : [Math.round(width) + ' x ' + Math.round(height) + ': ' + element.outerHTML.slice(0, 120)]
  })
})()`
