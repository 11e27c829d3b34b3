import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { Link } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { Services } from '../activity/services.js'
import { RefreshButton } from '../reads/refresh-button.js'
import { useResult } from '../reads/use-result.js'
import { figures } from '../operations.generated.js'
import { words } from './words.js'

const everyMs = 15_000

/** The numbers of today. */
export function Figures() {
  const text = useWords(words)
  const { number } = useFormats()
  const { result, error, reload, refresh } = useResult(figures, everyMs)
  const { userStats, activeGenerations, aiServices } = result ?? {}
  return (
    <div className="page">
      <div className="row heading">
        <h1>{text.title}</h1>
        <RefreshButton onClick={refresh} />
      </div>
      <Failure error={error} retry={reload} />
      {!result && !error && <Loading />}
      {userStats && (
        <section className="card form" aria-labelledby="figures-accounts">
          <h2 id="figures-accounts">{text.accounts}</h2>
          <dl className="figures">
            <Figure name={text.accounts} value={number(userStats.totalUsers)} />
            <Figure name={text.active} value={number(userStats.activeUsers)} />
            {userStats.memberships.map(({ membership, count }) => (
              <Figure key={membership} name={text.members(membership)} value={number(count)} />
            ))}
          </dl>
          {userStats.totalUsers === 0 && <p className="quiet">{text.none}</p>}
          <p>
            <Link to="/accounts">{text.toAccounts}</Link>
          </p>
        </section>
      )}
      {activeGenerations && aiServices && (
        <section className="card form" aria-labelledby="figures-replies">
          <h2 id="figures-replies">{text.replies}</h2>
          <dl className="figures">
            <Figure name={text.generations} value={number(activeGenerations.totalCount)} />
          </dl>
          <Services services={aiServices} />
          <p>
            <Link to="/replies">{text.toReplies}</Link>
          </p>
        </section>
      )}
    </div>
  )
}

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
