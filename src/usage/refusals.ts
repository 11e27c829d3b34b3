import { AppError, modelRetryMs } from '../errors.js'

interface SpentWindow {
  readonly name: keyof typeof words
  readonly max: number
  readonly used: number
  /** Epoch milliseconds. */
  readonly endsAt: number
  readonly now: number
}

const words = { messages: 'messages per day', tokens: 'tokens per month' } as const

/** RATE_LIMITED until the end of the day or the month. */
export function spentLimit({ name, max, used, endsAt, now }: SpentWindow): AppError {
  const resetsAt = new Date(endsAt).toISOString()
  return new AppError('RATE_LIMITED', {
    message: `You have used up your ${String(max)} ${words[name]}; counting begins anew at ${resetsAt}`,
    retryAfterMs: endsAt - now,
    limit: { name, max, used, resetsAt },
  })
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
