import { useContext } from 'react'
import { useParley } from '@parley/client/react'
import type { UsageQuery } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { LanguageContext, useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { words } from './words.js'

type LimitUsage = NonNullable<UsageQuery['myUsage']>['messages']

/** What the account has used of its limits. */
export function UsageSection() {
  const text = useWords(words)
  const parley = useParley()
  const { value: usage, error, reload } = useLoaded((signal) => parley.usage({ signal }))
  return (
    <section className="card form">
      <h2>{text.usage}</h2>
      <Failure error={error} retry={reload} />
      {usage === undefined && !error && <Loading />}
      {usage && (
        <>
          <p className="quiet">{text.membership(text.memberships[usage.membership])}</p>
          <dl className="limits">
            <Limit name={text.messages} usage={usage.messages} />
            <Limit name={text.tokens} usage={usage.tokens} />
          </dl>
        </>
      )}
    </section>
  )
}

function Limit({ name, usage: { used, limit, resetsAt } }: { readonly name: string; readonly usage: LimitUsage }) {
  const text = useWords(words)
  const { number, dateTime } = useFormats()
  const share = useShare()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {limit === null
          ? text.usedUnlimited(number(used))
          : text.usedOf(number(used), number(limit)) + (limit > 0 ? ` (${share(used / limit)})` : '')}
        {limit !== null && limit > 0 && (
          <progress
            aria-label={name}
            value={Math.min(used, limit)}
            max={limit}
            className={used >= limit ? 'full' : ''}
          />
        )}
        {resetsAt !== null && <span className="quiet small">{text.resets(dateTime(resetsAt))}</span>}
      </dd>
    </div>
  )
}

/** A part of a limit in percent: what is smaller than a tenth of one is not shown as none. */
function useShare() {
  const { language } = useContext(LanguageContext)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  return (part: number) => (part > 0 && part < 0.001 ? `<${percent.format(0.001)}` : percent.format(part))
}
