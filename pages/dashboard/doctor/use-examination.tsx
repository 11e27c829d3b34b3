import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { ParleyError } from '@parley/client'
import { examine, type ExamineQuery, type StorePart } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { parts } from './parts.js'

export type Finding = NonNullable<ExamineQuery['examine']>['findings'][number]

export interface Examination {
  readonly status: 'none' | 'running' | 'stopped' | 'complete'
  /** The part that is examined. */
  readonly part: StorePart | null
  readonly examinedParts: number
  readonly examinedItems: number
  /** The first `shownFindings` of them. */
  readonly findings: readonly Finding[]
  readonly findingCount: number
  /** The parts that could not be examined to their end. */
  readonly failures: readonly { readonly part: StorePart; readonly error: ParleyError }[]
}

/** How many findings are kept: after a restored backup there can be very many. */
export const shownFindings = 500

const nothing: Examination = {
  status: 'none',
  part: null,
  examinedParts: 0,
  examinedItems: 0,
  findings: [],
  findingCount: 0,
  failures: [],
}

interface Examining {
  readonly examination: Examination
  readonly start: () => Promise<void>
  readonly stop: () => void
}

const ExaminationContext = createContext<Examining>({
  examination: nothing,
  start: () => Promise.resolve(),
  stop: () => undefined,
})

/** The examination of this tab, which goes on while another screen is shown. */
export const useExamination = () => useContext(ExaminationContext)

/** An examination of all parts of the stores, page by page. A fault of one part does not hide another. */
export function ExaminationProvider({ children }: { readonly children: ReactNode }) {
  const request = useRequest()
  const [examination, setExamination] = useState(nothing)
  const current = useRef(new AbortController())
  useEffect(() => () => current.current.abort(), [])

  const examinePart = async (part: StorePart, signal: AbortSignal) => {
    // every page of this part examines all files
    const isWhole = part === 'FILES'
    let after: string | null = null
    do {
      const page: ExamineQuery['examine'] = (await request(examine, { part, after }, { signal })).examine
      if (!page) return
      const isFirst = after === null
      setExamination((before) => ({
        ...before,
        examinedItems: before.examinedItems + (isWhole && !isFirst ? 0 : page.examined),
        findings: [...before.findings, ...page.findings].slice(0, shownFindings),
        findingCount: before.findingCount + page.findings.length,
      }))
      after = page.next
    } while (after !== null)
  }

  const start = async () => {
    current.current.abort()
    const { signal } = (current.current = new AbortController())
    setExamination({ ...nothing, status: 'running' })
    for (const part of parts) {
      setExamination((before) => ({ ...before, part }))
      try {
        await examinePart(part, signal)
      } catch (reason) {
        if (signal.aborted) return
        const error = ParleyError.from(reason)
        setExamination((before) => ({ ...before, failures: [...before.failures, { part, error }] }))
      }
      setExamination((before) => ({ ...before, examinedParts: before.examinedParts + 1 }))
    }
    setExamination((before) => ({ ...before, status: 'complete', part: null }))
  }

  const stop = useCallback(() => {
    current.current.abort()
    setExamination((before) => ({ ...before, status: 'stopped', part: null }))
  }, [])
  return <ExaminationContext value={{ examination, start, stop }}>{children}</ExaminationContext>
}
