import { type ReplyPart, StopMarkers } from '@parley/engine'

/**
 * The parts of a reply up to the first of the texts that end it. Text that could be the beginning of one is held back, at
 * most up to a call.
 */
export async function* partsUntilStop(
  parts: AsyncIterable<ReplyPart>,
  stops: readonly string[],
): AsyncGenerator<ReplyPart, void, undefined> {
  const markers = new StopMarkers(stops)
  for await (const part of parts) {
    if (typeof part !== 'string' && 'messageFields' in part) {
      yield part
      continue
    }
    const text = typeof part === 'string' ? markers.push(part) : markers.rest()
    if (text !== '') yield text
    if (typeof part !== 'string') yield part
    if (markers.isStopped) return
  }
  const rest = markers.rest()
  if (rest !== '') yield rest
}
