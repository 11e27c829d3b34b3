import { setTimeout as pause } from 'node:timers/promises'
import { AppError, badInput } from '@parley/runtime'
import type { ReplyJob } from '../../../src/ports/reply-generator/reply-generator.js'
import type { BackendJob, TextBackend } from '../backend.js'
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

  async *stream(_job: ReplyJob, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    const { delayMs, firstDelayMs, failAt, stallAt } = this.script
    for (const [index, chunk] of this.#chunks().entries()) {
      await pause(index === 0 ? firstDelayMs : delayMs, undefined, { signal })
      if (index + 1 === failAt) throw new Error('The script fails here')
      if (index + 1 === stallAt) await pause(foreverMs, undefined, { signal })
      yield chunk
    }
  }

  async complete(_job: ReplyJob, signal: AbortSignal): Promise<readonly string[]> {
    await pause(this.script.firstDelayMs, undefined, { signal })
    if (this.script.completeFails) throw new Error('The script fails in one piece too')
    return [this.script.reply]
  }

  #chunks(): readonly string[] {
    return this.script.empty ? [] : cutReply(this.script.reply, this.script.chunks)
  }
}

function scriptedOnly(param: string, what: string): AppError {
  const message = `This model replies with a fixed text, and ${what}`
  return badInput(param, message)
}
