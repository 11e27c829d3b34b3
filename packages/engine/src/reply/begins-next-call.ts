import type { NextCallSyntax } from '../template/chat-template.js'
import type { Chosen } from './local-reply.js'

/** Of spaces before another call; a model that writes more has ended. */
const mostSpaces = 8

/** Whether a model begins another call with what it writes after one. Reads no more than that needs. */
export async function beginsNextCall(
  chosen: AsyncIterable<Chosen>,
  { trigger }: Pick<NextCallSyntax, 'trigger'>,
): Promise<boolean> {
  let said = ''
  for await (const { token, text } of chosen) {
    if (token === trigger) return true
    said += text
    const words = said.trimStart()
    if (typeof trigger === 'string' && words.startsWith(trigger)) return true
    const mayFollow = words === '' || (typeof trigger === 'string' && trigger.startsWith(words))
    if (!mayFollow || said.length - words.length > mostSpaces) return false
  }
  return false
}
