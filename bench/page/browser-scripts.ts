/** The pieces of the measured reply: each is one word. */
export const pieces = 120
export const stamp = (piece: number): string => `w${String(piece).padStart(4, '0')}`

/**
 * Before the code of the page: notes when a message with a stamp arrives at the socket, and when the screen with that stamp
 * has been painted. A message that is posted after the animation frame of a change runs when the frame is done.
 */
export const paintClock = `
  window.paints = []
  const waiting = new Map()
  window.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all)
      this.addEventListener('message', ({ data }) => {
        for (const [word] of String(data).matchAll(/w\\d{4}/g)) if (!waiting.has(word)) waiting.set(word, performance.now())
      })
    }
  }
  const done = () => {
    const text = document.querySelector('.log')?.textContent ?? ''
    for (const [word, arrivedAt] of waiting) {
      if (arrivedAt === null || !text.includes(word)) continue
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => window.paints.push(performance.now() - arrivedAt)
      waiting.set(word, null)
      requestAnimationFrame(() => port2.postMessage(0))
    }
  }
  new MutationObserver(done).observe(document, { subtree: true, childList: true, characterData: true })
`

/** Notes for each key the milliseconds from its event to the end of the frame after it. */
export const keyClock = `
  window.keys = []
  addEventListener('keydown', ({ timeStamp }) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => window.keys.push(performance.now() - timeStamp)
    requestAnimationFrame(() => port2.postMessage(0))
  }, true)
`

/** Counts the tasks that block the page for more than 50 ms. */
export const longTasks = `
  window.longTasks = []
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
`

/** Milliseconds from the navigation to the first content. */
export const firstPaint = `new Promise((resolve) => {
  const report = (list) => {
    const [entry] = list.getEntriesByName('first-contentful-paint')
    if (entry) resolve(entry.startTime)
  }
  new PerformanceObserver(report).observe({ type: 'paint', buffered: true })
})`
