import { useMemo } from 'react'

/** The idempotency key of a mutation that a person can start again. */
export interface RetryKey {
  /** The same key for the same input until `renew`: after a lost answer another try returns the first result. */
  readonly of: (input: unknown) => string
  /** Another key for the next call, after a success. */
  readonly renew: () => void
}

/** `crypto.randomUUID` is missing on pages without HTTPS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

export function useRetryKey(): RetryKey {
  return useMemo(() => {
    let last: { readonly input: string; readonly key: string } | undefined
    return {
      of: (input) => {
        const text = JSON.stringify(input)
        if (last?.input !== text) last = { input: text, key: newKey() }
        return last.key
      },
      renew: () => (last = undefined),
    }
  }, [])
}
