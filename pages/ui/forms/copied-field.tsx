import { CopyButton } from './copy-button.js'
import { TextField } from './fields.js'
import { selectFromStart } from './select-from-start.js'

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
      <TextField {...field} readOnly translate="no" onFocus={selectFromStart} />
      <CopyButton text={field.value} label={copyLabel} />
    </div>
  )
}
