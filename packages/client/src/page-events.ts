const events = ['online', 'visibilitychange']

/** The window of a browser, to which `visibilitychange` of the document bubbles; elsewhere there are no such events. */
export type Page = Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>> & object

/** Calls the listener when the network or the person has returned, until it is released. */
export function onReturn(page: Page, listener: (event: Event) => void): () => void {
  for (const event of events) page.addEventListener?.(event, listener)
  return () => {
    for (const event of events) page.removeEventListener?.(event, listener)
  }
}
