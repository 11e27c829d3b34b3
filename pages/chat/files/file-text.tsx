import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Entry, ParleyError } from '@parley/client'
import type { FileTextQuery } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { errorOf } from '../../ui/feedback/page-fault.js'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

type Source = Entry['sources'][number]
type Passage = NonNullable<FileTextQuery['file']>['passages']['nodes'][number]

interface FileTextProps {
  readonly id: string
  /** Its passage is marked, and the text is opened there. */
  readonly source: Source | undefined
}

interface Read {
  readonly passages: readonly Passage[]
  /** Null at the end of the text. */
  readonly after: string | null | undefined
}

/** The text of a file as a model reads it, page by page as one scrolls. It is of others, and shown as a text. */
export function FileText({ id, source }: FileTextProps) {
  const text = useWords(words)
  const parley = useParley()
  const [read, setRead] = useState<Read>({ passages: [], after: undefined })
  const [cited, setCited] = useState<number>()
  const [from, setFrom] = useState(0)
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<ParleyError>()
  const end = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLElement>(null)
  const next = async (last: Read, signal?: AbortSignal): Promise<Read> => {
    const page = await parley.fileText(id, { first: pageSize, after: last.after ?? null, signal })
    const { nodes = [], pageInfo } = page ?? {}
    return {
      passages: [...last.passages, ...nodes],
      after: pageInfo?.hasNextPage ? pageInfo.endCursor : null,
    }
  }
  const load = useEffectEvent(async (signal?: AbortSignal) => {
    if (isLoading || read.after === null) return
    setLoading(true)
    setError(undefined)
    try {
      const isFirst = read.after === undefined
      const at = isFirst ? (source?.ordinal ?? undefined) : undefined
      let now = await next(read, signal)
      while (at !== undefined && at >= now.passages.length && now.after !== null) now = await next(now, signal)
      if (at !== undefined && at < now.passages.length) {
        setCited(at)
        setFrom(Math.max(0, at - contextBefore))
      }
      setRead(now)
    } catch (reason) {
      const failure = errorOf(reason)
      if (failure.code !== 'ABORTED') setError(failure)
    } finally {
      setLoading(false)
    }
  })
  const more = () => void load()
  const moreSeen = useEffectEvent(more)
  useEffect(() => {
    const leaving = new AbortController()
    void load(leaving.signal)
    return () => leaving.abort()
  }, [])
  useEffect(() => {
    if (cited === undefined) return
    mark.current?.scrollIntoView({ block: 'center' })
    mark.current?.focus({ preventScroll: true })
  }, [cited])
  const isBegun = read.after !== undefined
  useEffect(() => {
    const { current } = end
    if (!current || !isBegun) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && moreSeen(), { rootMargin: '320px' })
    observer.observe(current)
    return () => observer.disconnect()
    // it is seen again when more text has not filled the window
  }, [isBegun, read.passages.length])
  const shown = read.passages.slice(from)
  return (
    <section aria-label={text.text} className="file-text">
      {from > 0 && (
        <Button isSmall onClick={() => setFrom(0)}>
          {text.before}
        </Button>
      )}
      <div className="file-passages" dir="auto" tabIndex={0}>
        {shown.map((passage, index) => {
          const { ordinal, page, line } = passage
          const isCited = from + index === cited
          const isNewPage = page !== null && page !== shown[index - 1]?.page
          const place =
            page !== null ? text.places.page(String(page)) : line !== null ? text.places.line(String(line)) : ''
          return (
            <Fragment key={ordinal}>
              {(isNewPage || isCited) && (
                <span className="file-place small quiet">
                  {[isCited && text.cited, place].filter(Boolean).join(', ')}
                </span>
              )}
              {isCited ? (
                <mark ref={mark} tabIndex={-1}>
                  {passage.text}
                </mark>
              ) : (
                <span>{passage.text}</span>
              )}
            </Fragment>
          )
        })}
      </div>
      <Failure error={error ?? null} retry={more} />
      <div ref={end}>
        {read.after !== null && !error && (
          <Button isSmall aria-disabled={isLoading} onClick={more}>
            {isLoading ? text.loading : text.more}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Passages of a request. */
const pageSize = 50

/** So many passages are shown before the cited one. */
const contextBefore = 3
