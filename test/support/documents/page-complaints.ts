import type { Page } from 'playwright-core'

export interface PageComplaints {
  /** What the browser's console calls an error; a breach of the content security policy is one. */
  readonly errors: string[]
  /** Addresses asked for that are not the server's. */
  readonly foreign: string[]
}

/** What goes wrong on a page from now on. */
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
