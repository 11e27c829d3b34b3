import { useState } from 'react'
import { Select } from '../../../ui/forms/fields.js'
import { serverUrl } from '../../../ui/navigation/server-url.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { CopiedField } from '../../../ui/forms/copied-field.js'
import { CopiedLines } from './copied-lines.js'
import type { V1Model } from './v1-models.js'
import { words } from './words.js'

interface ConnectionLinesProps {
  /** Absent where no key is shown. */
  readonly apiKey?: string
  readonly models: readonly V1Model[]
}

/** What a client of OpenAI's protocol needs. */
export function ConnectionLines({ apiKey, models }: ConnectionLinesProps) {
  const text = useWords(words)
  const [chosen, setChosen] = useState<string>()
  const model = chosen ?? models[0]?.name
  const baseUrl = new URL('v1', serverUrl).href
  const lines = [
    `OPENAI_BASE_URL=${baseUrl}`,
    `OPENAI_API_KEY=${apiKey ?? `<${text.keyPlaceholder}>`}`,
    model !== undefined && `OPENAI_MODEL=${model}`,
  ]
    .filter(Boolean)
    .join('\n')
  return (
    <>
      <CopiedField label={text.baseUrl} copyLabel={text.copyBaseUrl} value={baseUrl} />
      {models.length > 0 && (
        <Select
          label={text.model}
          hint={text.characterHint}
          value={model}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {models.map(({ name, label }) => (
            <option key={name} value={name}>
              {label === name ? name : `${label} (${name})`}
            </option>
          ))}
        </Select>
      )}
      <CopiedLines label={text.lines} lines={lines} />
    </>
  )
}
