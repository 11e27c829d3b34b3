/** Adds a style sheet to the page, and waits for it. Rejects when it cannot be loaded. */
export function loadStyles(address: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('The styles cannot be loaded.'))
    }
    document.head.append(link)
  })
}
