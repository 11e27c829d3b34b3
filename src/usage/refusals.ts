import { AppError, modelRetryMs } from '@parley/runtime'
import type { Measure } from './usage-count.js'
import { windowEnds } from './windows.js'

/** Undefined and null mean no limit. */
interface Limited {
  readonly messagesPerDay: number | null | undefined
  readonly tokensPerMonth: number | null | undefined
}

const owners = { account: 'You have used up your', key: 'This API key has used up its' } as const
const words = { messages: 'messages per day', tokens: 'tokens per month' } as const

/** Throws RATE_LIMITED for a used-up limit, until the end of the day or the month. `now` is in epoch milliseconds. */
export function requireUnspent(
  { messagesPerDay, tokensPerMonth }: Limited,
  used: Readonly<Record<Measure, number>>,
  { owner, now }: { readonly owner: keyof typeof owners; readonly now: number },
): void {
  const limits = [
    { name: 'messages', measure: 'MESSAGES', max: messagesPerDay },
    { name: 'tokens', measure: 'TOKENS', max: tokensPerMonth },
  ] as const
  for (const { name, measure, max } of limits) {
    if (typeof max !== 'number' || used[measure] < max) continue
    const endsAt = windowEnds[measure](now)
    const resetsAt = new Date(endsAt).toISOString()
    throw new AppError('RATE_LIMITED', {
      message: `${owners[owner]} ${String(max)} ${words[name]}; counting begins anew at ${resetsAt}`,
      retryAfterMs: endsAt - now,
      limit: { name, max, used: used[measure], resetsAt },
    })
  }
}

/** RATE_LIMITED until one of the active generations ends. */
export function tooManyAtOnce(max: number, used: number): AppError {
  return new AppError('RATE_LIMITED', {
    message: `You may have ${String(max)} running generations at a time; try again when one of them has ended`,
    retryAfterMs: modelRetryMs,
    limit: { name: 'concurrentGenerations', max, used, resetsAt: null },
  })
}

export function modelNotIncluded(): AppError {
  return new AppError('FORBIDDEN', { message: 'Your membership does not include this model' })
}
