import { rowId } from '../database/statements/row-id.js'
import type { PageRequest } from './finding.js'

type Page = Pick<PageRequest, 'after' | 'limit'>

const orderBy = { id: 'asc' } as const

/** A page of rows whose ids are texts. */
export function pageByText({ after, limit }: Page) {
  return { orderBy, after: [after ?? ''], limit } as const
}

/** A page of rows whose ids are numbers. */
export function pageByNumber({ after, limit }: Page) {
  const behind = (after === null ? undefined : rowId(after)) ?? 0
  return { orderBy, after: [behind], limit } as const
}
