import { randomUUID } from 'node:crypto'

/** The id of a tool call, which its result names. */
export function newCallId(): string {
  return `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`
}
