import { useState } from 'react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { accountUsage } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { DayBars } from './day-bars.js'
import { words } from './words.js'

const units = ['messages', 'tokens'] as const

/** The usage of an account on each of the last 30 days, by model. */
export function Usage({ accountId }: { readonly accountId: string }) {
  const text = useWords(words)
  const { number } = useFormats()
  const request = useRequest()
  const [unit, setUnit] = useState<(typeof units)[number]>('messages')
  const { value, error, reload } = useLoaded(async (signal) => {
    const { accountUsage: days, modelSettings } = await request(accountUsage, { id: accountId }, { signal })
    // people know a model by its label; one that is no longer known has only its name
    const labels = new Map(modelSettings?.map(({ model, label }) => [model, label]))
    return (days ?? []).map((day) => ({ ...day, label: labels.get(day.model) ?? day.model }))
  })
  const rows = (value ?? []).map((row) => ({ date: row.date, series: row.label, value: row[unit] }))
  const total = rows.reduce((sum, row) => sum + row.value, 0)
  return (
    <section aria-labelledby="account-usage">
      <div className="row heading">
        <h3 id="account-usage">{text.usage}</h3>
        {rows.length > 0 && (
          <div className="segments" role="group" aria-label={text.unit}>
            {units.map((name) => (
              <button key={name} type="button" aria-pressed={name === unit} onClick={() => setUnit(name)}>
                {text.units[name]}
              </button>
            ))}
          </div>
        )}
      </div>
      <Failure error={error} retry={reload} />
      {!value && !error && <Loading />}
      {value?.length === 0 && <p className="quiet">{text.noUsage}</p>}
      {rows.length > 0 && (
        <DayBars
          rows={rows}
          label={text.usageSum[unit](number(total))}
          words={{ day: text.day, series: text.model, value: text.units[unit], table: text.asTable }}
        />
      )}
    </section>
  )
}
