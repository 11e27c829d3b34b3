import type { WatchedEvent } from '../app/watch.js'

/** One event of a stream that was read completely; a comment or a lone `retry` is not an event. */
export interface SentBlock {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/** All events of a complete stream, as sent. */
export function eventsIn(text: string): SentBlock[] {
  return text.split('\n\n').flatMap((block) => {
    const lines = block.split('\n')
    const valueOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const data = valueOf('data')
    return data === undefined ? [] : [{ id: valueOf('id'), event: valueOf('event') ?? 'message', data }]
  })
}

/** The data of a generation's complete stream. */
export function dataIn({ text }: { readonly text: string }): WatchedEvent[] {
  return eventsIn(text).map(({ data }) => JSON.parse(data) as WatchedEvent)
}
