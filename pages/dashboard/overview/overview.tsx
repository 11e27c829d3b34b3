import type { ReactNode } from 'react'
import { installation } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Link, LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { Icon } from '../../ui/theme/icon.js'
import { useNewCounts } from '../accounts/counts.js'
import { words as accountWords } from '../accounts/words.js'
import { isFaulty, Services } from '../activity/services.js'
import { words as activityWords } from '../activity/words.js'
import { useExamination } from '../doctor/use-examination.js'
import { Heading } from '../reads/heading.js'
import { useResult } from '../reads/use-result.js'
import { overview, type OverviewQuery } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { words } from './words.js'

const everyMs = 15_000

/** First what waits for an act of an administrator, then the figures of the installation. */
export function Overview() {
  const text = useWords(words)
  const { memberships } = useWords(accountWords)
  const { statuses, services: workersTitle } = useWords(activityWords)
  const { number } = useFormats()
  const { result, error, reload, refresh } = useResult(overview, everyMs)
  const { counts } = useNewCounts(result)
  const { userStats, activeGenerations, aiServices } = result ?? {}
  return (
    <div className="page">
      <Heading title={text.title} refresh={refresh} />
      <Failure error={error} retry={reload} />
      {(!result || !counts) && !error && <Loading />}
      {result && counts && (
        <>
          <Waiting waiting={counts.waiting} services={aiServices ?? []} />
          <section className="card form" aria-labelledby="overview-accounts">
            <div className="row heading">
              <h2 id="overview-accounts">{text.accounts}</h2>
              <Link to="/accounts">{text.toAccounts}</Link>
            </div>
            <dl className="figures">
              <Figure name={text.all} value={number(counts.all)} />
              <Figure name={text.administrators} value={number(counts.administrators)} />
              <Figure name={text.banned} value={number(counts.banned)} />
              {userStats?.memberships.map(({ membership, count }) => (
                <Figure key={membership} name={text.members(memberships[membership])} value={number(count)} />
              ))}
            </dl>
          </section>
        </>
      )}
      {activeGenerations && aiServices && (
        <section className="card form" aria-labelledby="overview-replies">
          <div className="row heading">
            <h2 id="overview-replies">{text.replies}</h2>
            <Link to="/replies">{text.toReplies}</Link>
          </div>
          <dl className="figures">
            <Figure name={text.generations} value={number(activeGenerations.totalCount)} />
            {/* they are the oldest ones, where there are more */}
            {activeGenerations.generations.length === activeGenerations.totalCount &&
              (['RUNNING', 'QUEUED'] as const).map((status) => (
                <Figure
                  key={status}
                  name={statuses[status]}
                  value={number(activeGenerations.generations.filter((each) => each.status === status).length)}
                />
              ))}
          </dl>
        </section>
      )}
      {aiServices && (
        <section className="card form" aria-labelledby="overview-workers">
          <h2 id="overview-workers">{workersTitle}</h2>
          <Services services={aiServices} isBrief />
        </section>
      )}
    </div>
  )
}

interface WaitingProps {
  readonly waiting: number
  readonly services: NonNullable<OverviewQuery['aiServices']>
}

/** Accounts that await approval, queues and workers that need help, findings of the doctor. */
function Waiting({ waiting, services }: WaitingProps) {
  const text = useWords(words)
  const { kinds } = useWords(activityWords)
  const { number } = useFormats()
  const { examination } = useExamination()
  const request = useRequest()
  // not the shared answer, which can be from before a change in the settings
  const { value: server } = useLoaded(async (signal) => (await request(installation, {}, { signal })).installation)
  const items: ReactNode[] = []
  if (waiting > 0)
    items.push(
      <Item key="accounts" sentence={text.waiting(number(waiting), waiting)} to="/accounts?state=waiting">
        {text.decide}
      </Item>,
    )
  if (server && server.registrationDomains.length > 0 && !server.sendsMail)
    items.push(
      <Item key="mail" sentence={text.noMail} to="/settings?part=accounts">
        {text.look}
      </Item>,
    )
  for (const { kind, paused, workers } of services) {
    if (paused)
      items.push(
        <Item key={`paused ${kind}`} sentence={text.paused(kinds[kind])} to="/replies">
          {text.look}
        </Item>,
      )
    if (workers.every(({ state }) => isFaulty(state)))
      items.push(
        <Item key={`workers ${kind}`} sentence={text.noReplies(kinds[kind])} to="/replies">
          {text.look}
        </Item>,
      )
  }
  if (examination.findingCount > 0)
    items.push(
      <Item
        key="findings"
        sentence={text.findings(number(examination.findingCount), examination.findingCount)}
        to="/doctor"
      >
        {text.look}
      </Item>,
    )
  return (
    <section className="card form waits" aria-labelledby="overview-waits">
      <h2 id="overview-waits">{text.waits}</h2>
      {items.length > 0 ? (
        <ul role="list">{items}</ul>
      ) : (
        <p className="row quiet">
          <Icon name="check" /> {text.nothingWaits}
        </p>
      )}
    </section>
  )
}

interface ItemProps {
  readonly sentence: string
  readonly to: string
  readonly children: string
}

const Item = ({ sentence, to, children }: ItemProps) => (
  <li>
    <p>{sentence}</p>
    <LinkButton isSmall kind="primary" to={to} aria-label={`${children}: ${sentence}`}>
      {children}
    </LinkButton>
  </li>
)

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
