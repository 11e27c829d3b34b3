import { CopyButton } from './copy-button.js'
import { TextField } from './fields.js'

interface ShownLinkProps {
  readonly url: string
  readonly label: string
  readonly hint: string
  readonly copyLabel: string
}

/** A link that the server does not show again, to be copied. */
export const ShownLink = ({ url, label, hint, copyLabel }: ShownLinkProps) => (
  <div className="shown-link">
    <TextField label={label} hint={hint} value={url} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
    <CopyButton text={url} label={copyLabel} />
  </div>
)
