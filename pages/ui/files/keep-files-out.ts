/** Browsers open a file that is dropped on a page, and leave it: only what a part of the page has a place for is accepted. */
export function keepFilesOut(): void {
  const refuse = (event: DragEvent) => {
    const { target, dataTransfer } = event
    const isFileField = target instanceof HTMLInputElement && target.type === 'file'
    if (event.defaultPrevented || isFileField || !dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
