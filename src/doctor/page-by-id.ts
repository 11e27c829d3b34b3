import { rowId } from '../database/statements/row-id.js'
import type { PageRequest } from './finding.js'

type Page = Pick<PageRequest, 'after' | 'limit'>

const orderBy = { column: 'id', descending: false } as const

/** A page of rows whose ids are texts. */
export function pageByText({ after, limit }: Page) {
  return { where: [{ column: 'id', is: '>', value: after ?? '' }], orderBy, limit } as const
}

/** A page of rows whose ids are numbers. */
export function pageByNumber({ after, limit }: Page) {
  const behind = (after === null ? undefined : rowId(after)) ?? 0
  return { where: [{ column: 'id', is: '>', value: behind }], orderBy, limit } as const
}
