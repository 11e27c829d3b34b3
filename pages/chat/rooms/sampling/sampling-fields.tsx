import { Select, TextField } from '../../../ui/forms/fields.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { samplingNames, samplingStyles, styleOf, withStyle, type Sampling } from './sampling.js'
import { words } from './words.js'

interface SamplingFieldsProps {
  readonly sampling: Sampling
  readonly change: (sampling: Sampling) => void
  /** The parameters that the model gets. */
  readonly accepted: readonly string[]
}

interface Bounds {
  readonly min: number
  readonly max?: number
  readonly step: number | 'any'
}

const bounds: Readonly<Record<(typeof samplingNames)[number], Bounds>> = {
  temperature: { min: 0, max: 2, step: 'any' },
  topP: { min: 0, max: 1, step: 'any' },
  maxTokens: { min: 1, step: 1 },
  frequencyPenalty: { min: -2, max: 2, step: 'any' },
  presencePenalty: { min: -2, max: 2, step: 'any' },
}

/** How the model chooses its words: in words, and as numbers behind a disclosure. */
export function SamplingFields({ sampling, change, accepted }: SamplingFieldsProps) {
  const text = useWords(words)
  const style = styleOf(sampling)
  const rangeOf = ({ min, max }: Bounds) => (max === undefined ? undefined : text.range(min, max))
  const names = samplingNames.filter((name) => accepted.includes(name))
  if (names.length === 0) return null
  return (
    <>
      {names.includes('temperature') && (
        <Select
          label={text.style}
          value={style ?? 'other'}
          onChange={({ currentTarget }) => {
            const chosen = samplingStyles.find((name) => name === currentTarget.value)
            if (chosen) change(withStyle(sampling, chosen))
          }}
        >
          {samplingStyles.map((name) => (
            <option key={name} value={name}>
              {text.styles[name]}
            </option>
          ))}
          {style === undefined && <option value="other">{text.styles.other}</option>}
        </Select>
      )}
      <details>
        <summary>{text.numbers}</summary>
        <div className="form sampling">
          <p className="quiet small">{text.numbersHint}</p>
          {names.map((name) => (
            <TextField
              key={name}
              {...bounds[name]}
              type="number"
              label={text.fields[name]}
              hint={rangeOf(bounds[name])}
              placeholder={text.byModel}
              value={sampling[name] ?? ''}
              onChange={({ currentTarget: { value, valueAsNumber } }) =>
                change({ ...sampling, [name]: value === '' ? null : valueAsNumber })
              }
            />
          ))}
        </div>
      </details>
    </>
  )
}
