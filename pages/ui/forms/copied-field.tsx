import type { FocusEvent } from 'react'
import { CopyButton } from './copy-button.js'
import { TextField } from './fields.js'

interface CopiedFieldProps {
  readonly label: string
  readonly copyLabel: string
  readonly value: string
  readonly hint?: string
}

/** A text that the reader copies. */
export function CopiedField({ copyLabel, ...field }: CopiedFieldProps) {
  return (
    <div className="shown-link">
      <TextField {...field} readOnly translate="no" onFocus={selectAll} />
      <CopyButton text={field.value} label={copyLabel} />
    </div>
  )
}

/** Selects a text that is longer than its field, with its beginning in view. */
export function selectAll({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  currentTarget.select()
  const toStart = () => {
    currentTarget.scrollLeft = 0
  }
  // the browser scrolls to the end of the selection with the next frame: the beginning of a long text must be in view
  requestAnimationFrame(() => requestAnimationFrame(toStart))
}
