import { useMemo, useState } from 'react'
import type { Entry } from '@parley/client'
import type { LogRow } from './entry-rows.js'

/** An entry that is edited, in the version in which the person has begun. */
export interface Edited {
  readonly entry: Entry
  readonly part: 'message' | 'reply'
}

export interface Editing {
  readonly edited: Edited | undefined
  readonly edit: (edited: Edited | undefined) => void
}

interface HeldRows extends Editing {
  readonly focused: (key: string) => void
  /** The places of the rows that stay in the document out of sight. */
  readonly places: readonly number[]
}

/** A row keeps what is edited in it, and its open menu or dialog, while it is out of sight. */
export function useHeldRows(rows: readonly LogRow[]): HeldRows {
  const [edited, edit] = useState<Edited>()
  const [focus, focused] = useState<string>()
  const places = useMemo(() => {
    const isHeld = (row: LogRow) =>
      row.key === focus || (row.kind === 'entry' && row.entry.index === edited?.entry.index)
    return rows.flatMap((row, place) => (isHeld(row) ? [place] : []))
  }, [rows, edited, focus])
  return { edited, edit, focused, places }
}
