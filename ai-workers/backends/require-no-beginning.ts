import { badInput } from '@parley/runtime'
import type { BackendJob } from './backend.js'

/** Throws BAD_USER_INPUT for a job whose reply has a beginning: the protocol of servers does not define what follows it. */
export function requireNoBeginning({ completion }: BackendJob): void {
  if (completion?.beginning === undefined) return
  const message = 'This model cannot continue an assistant message: the last message must be of the user or of a tool'
  throw badInput('messages', message)
}
