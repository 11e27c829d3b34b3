import type { ReactNode } from 'react'
import type { ParleyError } from '@parley/client'
import { Button } from '../forms/button.js'
import { faultSentence } from '../forms/fault-sentence.js'
import { words as formWords } from '../forms/words.js'
import { useWords } from '../text/catalogue.js'
import { useFormats } from '../text/dates.js'
import { words as notLoadedWords } from './not-loaded-words.js'
import { words } from './words.js'

interface FailureProps {
  readonly error: ParleyError | null
  /** What the reader does not have because of it, as a sentence, where the place does not say so. */
  readonly lead?: string | undefined
  /** Tries again, where that can help. */
  readonly retry?: (() => void) | undefined
  /** What CONFLICT means here, where that is not a change in the meantime. */
  readonly conflict?: string | undefined
  /** Another way on. */
  readonly children?: ReactNode
}

/** What has failed and what the reader can do, announced to screen readers. Renders nothing without an error. */
export function Failure({ error, lead, retry, conflict, children }: FailureProps) {
  const { tryAgain } = useWords(notLoadedWords)
  const sentence = useFailureSentence()
  if (!error) return null
  return (
    <div className="notice failure" role="alert">
      <p>
        {lead} {error.code === 'CONFLICT' && conflict !== undefined ? conflict : sentence(error)}
      </p>
      {retry && (
        <Button isSmall icon="refresh" onClick={retry}>
          {tryAgain}
        </Button>
      )}
      {children}
    </div>
  )
}

/** The sentence for an error, in the language of the reader. */
export function useFailureSentence(): (error: ParleyError) => string {
  const text = useWords(words)
  const form = useWords(formWords)
  const { dateTime, duration, number } = useFormats()
  return (error) => {
    const { limit, fields = [], proxyStatus } = error.details
    if (limit) {
      const reached = text.limits[limit.name] ?? text.limitReached
      // the limit of replies at the same time has no end of its own
      const until = limit.resetsAt ? text.limitEnds(dateTime(limit.resetsAt)) : ''
      return `${reached(number(limit.max))} ${until}`.trim()
    }
    if (proxyStatus === 413) return text.tooLargeForProxy
    // a limit of requests of a proxy means the same to a reader
    if (proxyStatus !== undefined && error.code !== 'RATE_LIMITED') return text.proxy(proxyStatus)
    if (error.code === 'RATE_LIMITED') return text.rateLimited(duration(error.retryAfterMs ?? 1_000))
    if (error.code === 'BAD_USER_INPUT')
      return [text.refused, ...fields.map((field) => faultSentence(form, field)), fields.length === 0 && error.message]
        .filter(Boolean)
        .join(' ')
    const sentences: Partial<Record<string, string>> = text.errors
    return sentences[error.code] ?? `${text.unexpected} (${error.code})`
  }
}
