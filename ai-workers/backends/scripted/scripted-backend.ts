import { setTimeout as pause } from 'node:timers/promises'
import type { ReplyPart } from '@parley/engine'
import { AppError, badInput } from '@parley/runtime'
import type { ReplyJob } from '../../../src/ports/reply-generator/reply-generator.js'
import type { BackendJob, ReportReceipt, TextBackend } from '../backend.js'
import { cutReply } from './cut-reply.js'
import type { Script } from './script.js'

/** 24 days: the longest that a timer can wait. */
const foreverMs = 2_147_483_647

/** A model that answers every message with its script: for tests, demonstrations and first trials. */
export class ScriptedBackend implements TextBackend {
  readonly name = 'scripted'

  constructor(private readonly script: Script) {}

  check(job: BackendJob): void {
    const { responseFormat, toolChoice } = job.completion ?? {}
    if (responseFormat) throw scriptedOnly('response_format', 'cannot follow a response format')
    if (toolChoice?.kind === 'required' || toolChoice?.kind === 'named')
      throw scriptedOnly('tool_choice', 'cannot call tools')
  }

  async *stream(
    _job: ReplyJob,
    signal: AbortSignal,
    report?: ReportReceipt,
  ): AsyncGenerator<ReplyPart, void, undefined> {
    const { delayMs, firstDelayMs, failAt, stallAt } = this.script
    for (const [index, chunk] of this.#chunks().entries()) {
      await pause(index === 0 ? firstDelayMs : delayMs, undefined, { signal })
      if (index + 1 === failAt) throw new Error('The script fails here')
      if (index + 1 === stallAt) await pause(foreverMs, undefined, { signal })
      yield chunk
    }
    report?.({ finish: 'stop' })
  }

  async complete(_job: ReplyJob, signal: AbortSignal, report?: ReportReceipt): Promise<readonly ReplyPart[]> {
    await pause(this.script.firstDelayMs, undefined, { signal })
    if (this.script.completeFails) throw new Error('The script fails in one piece too')
    report?.({ finish: 'stop' })
    const { thoughts, reply } = this.script
    return thoughts === '' ? [reply] : [{ thought: thoughts }, reply]
  }

  #chunks(): readonly ReplyPart[] {
    const { thoughts, reply, chunks, empty } = this.script
    if (empty) return []
    return [...cutReply(thoughts, chunks).map((thought) => ({ thought })), ...cutReply(reply, chunks)]
  }
}

function scriptedOnly(param: string, what: string): AppError {
  const message = `This model replies with a fixed text, and ${what}`
  return badInput(param, message)
}
