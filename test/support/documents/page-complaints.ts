import type { Page } from 'playwright-core'

export interface PageComplaints {
  /** Errors in the browser's console; they include violations of the content security policy. */
  readonly errors: string[]
  /** Requested addresses of other servers. */
  readonly foreign: string[]
}

/** Records the faults of a page from now on. */
export function complaintsOf(page: Page, serverUrl: string): PageComplaints {
  const errors: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(serverUrl) && !url.startsWith('data:')) foreign.push(url)
  })
  return { errors, foreign }
}
