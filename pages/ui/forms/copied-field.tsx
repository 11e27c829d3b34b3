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
      <TextField {...field} readOnly translate="no" onFocus={selectFromEnd} />
      <CopyButton text={field.value} label={copyLabel} />
    </div>
  )
}

/** The browser scrolls to where a selection ends: the beginning of a long text stays in view. */
function selectFromEnd({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  currentTarget.setSelectionRange(0, currentTarget.value.length, 'backward')
}
