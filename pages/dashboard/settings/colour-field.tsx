import { TextField } from '../../ui/forms/fields.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

interface ColourFieldProps {
  readonly label: string
  readonly hint: string | undefined
  readonly value: string
  readonly readOnly: boolean
  readonly change: (value: string) => void
}

/** The accent of Parley on a light page. */
const usual = '#4450c4'
const isColour = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

/** A colour as text and as what a person picks, with a button that has it. */
export function ColourField({ label, hint, value, readOnly, change }: ColourFieldProps) {
  const text = useWords(words)
  const shown = isColour(value.trim()) ? value.trim() : usual
  return (
    <div className="colour">
      <TextField
        label={label}
        hint={hint}
        value={value}
        maxLength={2_000}
        readOnly={readOnly}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <input
        type="color"
        aria-label={text.chooseColour}
        value={shown.toLowerCase()}
        disabled={readOnly}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <span className="sample" style={{ background: shown }}>
        {text.preview}
      </span>
    </div>
  )
}
