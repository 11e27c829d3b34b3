import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { words as accountWords } from '../accounts/words.js'
import { Services } from '../activity/services.js'
import { words as activityWords } from '../activity/words.js'
import { modelList, type ModelListQuery } from '../operations.generated.js'
import { RefreshButton } from '../reads/refresh-button.js'
import { useResult } from '../reads/use-result.js'
import { words } from './words.js'

const everyMs = 15_000
type Model = NonNullable<ModelListQuery['models']>[number]

/** The models: what each can do, who can use it and whether it can reply now. The operator decides all of it. */
export function Models() {
  const text = useWords(words)
  const { services } = useWords(activityWords)
  const { result, error, reload, refresh } = useResult(modelList, everyMs)
  const { models, aiServices } = result ?? {}
  return (
    <div className="page">
      <div className="row heading">
        <h1>{text.title}</h1>
        <RefreshButton onClick={refresh} />
      </div>
      <p className="quiet">{text.hint}</p>
      <Failure error={error} retry={reload} />
      {!result && !error && <Loading />}
      <ul role="list" className="rows joined" aria-label={text.title}>
        {models?.map((model) => (
          <li key={model.name}>
            <ModelRow model={model} />
          </li>
        ))}
      </ul>
      <p className="quiet small">
        {text.fixed} <code>LOCAL_MODEL</code> <code>HOSTED_MODELS</code> <code>MEMBERSHIP_POLICY_FILE</code>
      </p>
      {aiServices && (
        <section className="card form" aria-labelledby="models-workers">
          <h2 id="models-workers">{services}</h2>
          <Services services={aiServices} />
        </section>
      )}
    </div>
  )
}

function ModelRow({ model }: { readonly model: Model }) {
  const text = useWords(words)
  const { kinds } = useWords(activityWords)
  const { memberships } = useWords(accountWords)
  const { number } = useFormats()
  const { name, label, available, demonstration, contextTokens, defaultFor } = model
  const abilities = (['vision', 'tools', 'thoughts'] as const).filter((ability) => model[ability])
  const users = (model.memberships ?? []).map((membership) => memberships[membership])
  return (
    <div className="line">
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
      </dl>
    </div>
  )
}
