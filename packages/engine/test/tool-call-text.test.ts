import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { ReplyPartReader, toolCallHead, withoutSeparators, type ReplyPart } from '../src/reply/tool-call-text.js'

const plain = fc.string({ unit: 'grapheme' }).map(withoutSeparators)
const calls = fc.array(fc.record({ id: plain, name: plain, arguments: plain }), { maxLength: 4 })

/** What a reader of the parts has at the end. */
function assembled(parts: readonly ReplyPart[]) {
  const reply = { text: '', calls: [] as { id: string; name: string; arguments: string }[] }
  for (const part of parts) {
    if (part.kind === 'text') reply.text += part.text
    if (part.kind === 'call') reply.calls.push({ id: part.id, name: part.name, arguments: '' })
    const call = part.kind === 'arguments' ? reply.calls[part.index] : undefined
    if (call && part.kind === 'arguments') call.arguments += part.text
  }
  return reply
}

it('a reply with calls is read as it was written, wherever its text is cut', () => {
  fc.assert(
    fc.property(plain, calls, fc.array(fc.nat(400)), (text, written, cuts) => {
      const whole = text + written.map((call) => toolCallHead(call) + call.arguments).join('')
      const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((one, other) => one - other), whole.length]
      const pieces = places.slice(1).map((end, at) => whole.slice(places[at], end))
      const reader = new ReplyPartReader()
      expect(assembled(pieces.flatMap((piece) => reader.read(piece)))).toEqual({ text, calls: written })
    }),
  )
})
