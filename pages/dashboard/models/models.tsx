import { useState } from 'react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { words as accountWords } from '../accounts/words.js'
import { Services } from '../activity/services.js'
import { words as activityWords } from '../activity/words.js'
import { modelList, type ModelListQuery, type ShownModelSettingsFragment } from '../operations.generated.js'
import { Heading } from '../reads/heading.js'
import { useResult } from '../reads/use-result.js'
import { ModelDialog } from './model-dialog.js'
import { UnusedModel } from './unused-model.js'
import { words } from './words.js'

const everyMs = 15_000
type Model = NonNullable<ModelListQuery['models']>[number]
const isFixed = ({ source }: ShownModelSettingsFragment['access'][number]) => source === 'ENVIRONMENT'

/** The models: what each can do, who can use it and whether it can reply now. Labels and memberships can change here. */
export function Models() {
  const text = useWords(words)
  const { services } = useWords(activityWords)
  const { result, error, reload, refresh } = useResult(modelList, everyMs)
  const { models, modelSettings, aiServices } = result ?? {}
  const { memberships } = useWords(accountWords)
  const unused = modelSettings?.filter(({ offered }) => !offered) ?? []
  // the operator gives all models of a membership, or none
  const fixedMemberships = modelSettings?.[0]?.access.filter(isFixed).map(({ membership }) => memberships[membership])
  return (
    <div className="page">
      <Heading title={text.title} refresh={refresh} />
      <p className="quiet">{text.hint}</p>
      {fixedMemberships && fixedMemberships.length > 0 && (
        <p className="quiet">
          {text.fixedMemberships(fixedMemberships.join(', '))} <code>MEMBERSHIP_POLICY_FILE</code>
        </p>
      )}
      <Failure error={error} retry={reload} />
      {!result && !error && <Loading />}
      <ul role="list" className="rows joined" aria-label={text.title}>
        {models?.map((model) => {
          const settings = modelSettings?.find((each) => each.model === model.name)
          return settings ? (
            <li key={model.name}>
              <ModelRow model={model} settings={settings} onChange={reload} />
            </li>
          ) : null
        })}
      </ul>
      <p className="quiet small">
        {text.fixed} <code>LOCAL_MODEL</code>, <code>HOSTED_MODELS</code>, <code>MEMBERSHIP_POLICY_FILE</code>
      </p>
      {unused.length > 0 && (
        <section className="card form" aria-labelledby="models-unused">
          <h2 id="models-unused">{text.unused}</h2>
          <p className="quiet">{text.unusedHint}</p>
          <ul role="list" className="rows joined" aria-labelledby="models-unused">
            {unused.map((settings) => (
              <li key={settings.model}>
                <UnusedModel settings={settings} onChange={reload} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {aiServices && (
        <section className="card form" aria-labelledby="models-workers">
          <h2 id="models-workers">{services}</h2>
          <Services services={aiServices} isBrief />
        </section>
      )}
    </div>
  )
}

interface ModelRowProps {
  readonly model: Model
  readonly settings: ShownModelSettingsFragment
  readonly onChange: () => void
}

function ModelRow({ model, settings, onChange }: ModelRowProps) {
  const text = useWords(words)
  const { kinds } = useWords(activityWords)
  const { memberships } = useWords(accountWords)
  const { number, dateTime } = useFormats()
  const [isChanging, setChanging] = useState(false)
  const { name, available, demonstration, contextTokens, defaultFor } = model
  const { label, labelSource, access, changedAt } = settings
  const abilities = (['vision', 'tools', 'thoughts'] as const).filter((ability) => model[ability])
  const users = access.filter(({ included }) => included).map(({ membership }) => memberships[membership])
  const hasFixedLabel = labelSource === 'ENVIRONMENT'
  return (
    <div className="line model">
      <div className="about">
        <h2>
          <bdi>{label}</bdi> {label !== name && <bdi className="quiet">{name}</bdi>}
        </h2>
        <p className="row tags">
          <span className={available ? 'tag good' : 'tag bad'}>{available ? text.ready : text.notReady}</span>
          {demonstration && <span className="tag">{text.demonstration}</span>}
          {defaultFor.map((kind) => (
            <span key={kind} className="tag">
              {text.defaultFor(kinds[kind])}
            </span>
          ))}
        </p>
      </div>
      <dl className="facts small">
        <dt>{text.users}</dt>
        <dd>{users.length > 0 ? users.join(', ') : text.onlyAdministrators}</dd>
        <dt>{text.abilities}</dt>
        <dd>{abilities.map((ability) => text.can[ability]).join(', ') || text.onlyText}</dd>
        <dt>{text.context}</dt>
        <dd>{contextTokens === null ? text.unknown : text.tokens(number(contextTokens))}</dd>
        {changedAt !== null && (
          <>
            <dt>{text.changed}</dt>
            <dd>{dateTime(changedAt)}</dd>
          </>
        )}
        {hasFixedLabel && (
          <>
            <dt>{text.label}</dt>
            <dd>
              {text.fixedLabel} <code>HOSTED_MODELS</code>
            </dd>
          </>
        )}
      </dl>
      {!(hasFixedLabel && access.every(isFixed)) && (
        <Button isSmall aria-label={text.changeOf(label)} onClick={() => setChanging(true)}>
          {text.change}
        </Button>
      )}
      {isChanging && (
        <ModelDialog
          settings={settings}
          isDefault={name === 'Local'}
          onChange={onChange}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  )
}
