import { expect, it } from '@jest/globals'
import { pauseUnlessAborted, successWithin } from '../src/bounded-wait.js'

const longMs = 180_000

it('ends a pause with its signal, also with one that was aborted before', async () => {
  const stop = new AbortController()
  const pause = pauseUnlessAborted(longMs, stop.signal)
  stop.abort()
  await expect(pause).resolves.toBeUndefined()
  await expect(pauseUnlessAborted(longMs, stop.signal)).resolves.toBeUndefined()
  await expect(pauseUnlessAborted(1, new AbortController().signal)).resolves.toBeUndefined()
})

it('returns the result of work that succeeds in time, and nothing of work that fails or is late', async () => {
  await expect(successWithin(longMs, Promise.resolve(1))).resolves.toBe(1)
  await expect(successWithin(longMs, Promise.reject(new Error('broken')))).resolves.toBeUndefined()
  await expect(successWithin(1, new Promise(() => undefined))).resolves.toBeUndefined()
})
