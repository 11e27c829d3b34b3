import type { ReplyPiece } from './streamed-reply.js'

/**
 * Pieces as server-sent events, one each: the lines of a piece are lines of `data`, which a reader joins again. A carriage return
 * at the end of a piece waits for what may be the other half of one line break.
 */
export async function* eventsOf(pieces: AsyncIterable<ReplyPiece>): AsyncGenerator<string, void, undefined> {
  let held = ''
  for await (const { text, isFailure } of pieces) {
    if (isFailure && held !== '') yield eventOf(held)
    const whole = isFailure ? text : held + text
    held = !isFailure && whole.endsWith('\r') ? '\r' : ''
    const ready = whole.slice(0, whole.length - held.length)
    if (ready !== '') yield eventOf(ready)
  }
  if (held !== '') yield eventOf(held)
}

function eventOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
  return `${lines.join('')}\n`
}
