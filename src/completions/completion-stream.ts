import { closable, endUnread, iterationEnd } from '@parley/runtime'
import { ownReceipt, type ReplyProgress } from '../ports/reply-generator/reply-generator.js'
import { failureCodes } from '../replies/generation.js'
import type { CompletionEvent } from './completion.js'
import type { CompletionMeter } from './completion-meter.js'

/** The events of one completion. `return()` cancels it, queued or running, and ends a waiting `next()`. */
export function completionStream(options: {
  readonly completionId: string
  /** Runs the job; it must stop soon after the signal is aborted. */
  readonly source: (signal: AbortSignal) => AsyncIterable<ReplyProgress>
  readonly meter: CompletionMeter
}): AsyncIterableIterator<CompletionEvent, undefined> {
  const { completionId, meter } = options
  const stop = new AbortController()
  const source: AsyncIterator<ReplyProgress, unknown> = options.source(stop.signal)[Symbol.asyncIterator]()
  return closable<CompletionEvent>(
    async () => {
      while (!isAborted(stop)) {
        meter.begin()
        const item = await source.next().catch(broken)
        if (item.done || isAborted(stop)) break
        meter.record(item.value)
        // settled before the reader receives the end
        if (item.value.kind === 'end') await meter.settle()
        // not reported until a worker has accepted the job, since a refusal still needs its own HTTP status
        if (item.value.kind === 'queued' && item.value.reason === 'WORKER_AWAY') continue
        return { done: false, value: { ...nothingNew, completionId, ...fieldsOf(item.value) } }
      }
      await meter.settle()
      return iterationEnd
    },
    () => {
      stop.abort()
      // also stops a source that waits for its reader
      endUnread(source)
      void meter.settle()
    },
  )

  async function broken(error: unknown): Promise<never> {
    meter.fail()
    await meter.settle()
    throw error
  }
}

// a function, since the signal may change during an await
const isAborted = ({ signal }: AbortController) => signal.aborted

const nothingNew = {
  status: 'RUNNING',
  position: null,
  attempt: 0,
  delta: '',
  thoughtsDelta: '',
  fields: null,
  toolCall: null,
  errorCode: null,
  errorMessage: null,
  finish: null,
  receipt: null,
} as const satisfies Omit<CompletionEvent, 'completionId'>

function fieldsOf(progress: ReplyProgress): Partial<CompletionEvent> {
  switch (progress.kind) {
    case 'queued':
      return { status: 'QUEUED', position: progress.position }
    case 'started':
    // no completion searches
    case 'search':
      return {}
    case 'fields':
      return { attempt: progress.attempt, fields: progress.delta }
    case 'thought':
      return { attempt: progress.attempt, thoughtsDelta: progress.delta }
    case 'delta':
      return { attempt: progress.attempt, delta: progress.delta }
    case 'tool_call': {
      const { attempt, index, head, fields = null, delta } = progress
      return { attempt, toolCall: { index, id: head?.id ?? null, name: head?.name ?? null, arguments: delta, fields } }
    }
    case 'end': {
      const receipt = progress.receipt ? ownReceipt(progress.receipt) : null
      if (progress.outcome === 'completed')
        return { status: 'COMPLETED', finish: progress.finish ?? receipt?.finish ?? null, receipt }
      const errorCode = failureCodes[progress.reason]
      return { status: 'FAILED', errorCode, errorMessage: progress.message ?? null, receipt }
    }
  }
}
