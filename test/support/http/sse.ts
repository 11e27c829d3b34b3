import type { WatchedEvent } from '../app/watch.js'

/** One block of a stream that was read whole; a comment or a `retry` alone is none. */
export interface SentBlock {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/** Everything in a stream that has ended, as it was sent. */
export function eventsIn(text: string): SentBlock[] {
  return text.split('\n\n').flatMap((block) => {
    const lines = block.split('\n')
    const valueOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const data = valueOf('data')
    return data === undefined ? [] : [{ id: valueOf('id'), event: valueOf('event') ?? 'message', data }]
  })
}

/** What a whole stream says of a generation. */
export function dataIn({ text }: { readonly text: string }): WatchedEvent[] {
  return eventsIn(text).map(({ data }) => JSON.parse(data) as WatchedEvent)
}
