import type { ChatVisit } from './chat-visit.js'

interface Given {
  readonly at?: string
  readonly type?: string
  readonly name?: string
  readonly bytes?: Buffer
  readonly text?: string
}

/** Sends the events of a file that a person pastes or drops; of each, whether the page leaves it to the browser. */
export const give = (
  { page }: ChatVisit,
  events: readonly string[],
  { at = 'body', type, name = 'file', bytes, text }: Given,
) => {
  const given = { at, events, type, name, bytes: [...(bytes ?? [])], text }
  return page.evaluate(`((given) => {
    const data = new DataTransfer()
    if (given.type) data.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: given.type }))
    if (given.text) data.setData('text/plain', given.text)
    const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data }
    const eventOf = (name) => name === 'paste' ? new ClipboardEvent(name, options) : new DragEvent(name, options)
    return given.events.map((name) => document.querySelector(given.at).dispatchEvent(eventOf(name)))
  })(${JSON.stringify(given)})`)
}
