/** Saves a file that the page has made. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // the browser has its own hold of the file once the click is handled
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
