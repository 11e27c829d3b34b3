import { CopyButton } from '../../../ui/forms/copy-button.js'
import { TextField } from '../../../ui/forms/fields.js'

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
      <TextField {...field} readOnly translate="no" onFocus={({ currentTarget }) => currentTarget.select()} />
      <CopyButton text={field.value} label={copyLabel} />
    </div>
  )
}
