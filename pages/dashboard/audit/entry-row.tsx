import type { ReactNode } from 'react'
import { Link } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { words as activityWords } from '../activity/words.js'
import { words as doctorWords } from '../doctor/words.js'
import type { AuditAction, AuditLogQuery } from '../operations.generated.js'
import { ShortId } from '../reads/short-id.js'
import { useAdministrator } from '../session/administrator.js'
import { words as settingWords } from '../settings/words.js'
import { words } from './words.js'

type Entry = NonNullable<AuditLogQuery['auditLog']>['nodes'][number]

const isInstant = (detail: string) => detail === 'until' || detail === 'expiresAt'
const isLongId = (detail: string) => detail === 'roomId' || detail === 'sessionId'
// any other value can be a label or a name that is spelled like a role
const isRank = (action: AuditAction, detail: string) =>
  action === 'ROLE_CHANGED' ||
  action === 'MEMBERSHIP_CHANGED' ||
  ['role', 'membership', 'membershipsBefore', 'membershipsAfter'].includes(detail)

/** What was done, to whom, by whom, when and from where. */
export function EntryRow({ entry }: { readonly entry: Entry }) {
  const text = useWords(words)
  const { dateTime } = useFormats()
  const { settings } = useWords(settingWords)
  const { id: ownId } = useAdministrator()
  const { action, actorKind, actorId, actorName, targetKind, targetId, account, ipAddress, occurredAt, details } = entry
  const setting = action === 'SETTING_CHANGED' ? settings[targetId] : undefined
  const rank = (name: string) => text.values[name] ?? name
  const shown = (detail: string, value: string | null): ReactNode => {
    if (value === null || value === '') return text.noValue
    if (setting) return setting.choices?.[value]?.[0] ?? value
    if (isInstant(detail)) return dateTime(value)
    if (isLongId(detail)) return <ShortId id={value} />
    if (detail === 'ownerId' && account) return <Link to={`/accounts/${account.nodeId}`}>{account.username}</Link>
    return isRank(action, detail) ? value.split(',').map(rank).join(', ') : value
  }
  // an end that is not set, such as that of a ban, says nothing
  const shownDetails = details.filter(
    ({ name, value }) =>
      name !== 'invitation' && targetKind !== 'FINDING' && (value !== null || name === 'from' || name === 'to'),
  )
  const invitation = details.find(({ name }) => name === 'invitation')?.value ?? null
  const link = invitation === 'set-up' ? text.setUpLink : invitation && text.invitation(invitation, actorName)
  const actor = link ?? actorName ?? text.actors[actorKind] ?? actorKind
  return (
    <div className="line act">
      <div className="about">
        <h2>
          {text.actions[action] ?? action} <Target entry={entry} title={setting?.title} />
        </h2>
        {shownDetails.length > 0 && (
          <dl className="row details small">
            {shownDetails.map(({ name, value }) => (
              <div key={name}>
                <dt className="quiet">{text.details[name] ?? name}</dt>
                <dd>
                  <bdi>{shown(name, value)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <p className="small by">
        <bdi>{actor}</bdi> {actorId === ownId && <span className="tag">{text.you}</span>}
        <span className="quiet block">
          <time dateTime={occurredAt}>{dateTime(occurredAt)}</time>
          {ipAddress !== null && <bdi> · {ipAddress}</bdi>}
        </span>
      </p>
    </div>
  )
}

interface TargetProps {
  readonly entry: Entry
  /** Of a setting. */
  readonly title: string | undefined
}

/** What was changed, by its name; an account that exists is a link. What has no name has the beginning of its id. */
function Target({ entry: { targetKind, targetId, targetLabel, account, details }, title }: TargetProps) {
  const text = useWords(words)
  const { kinds: queues } = useWords(activityWords)
  const { kinds: findings } = useWords(doctorWords)
  const name = title ?? targetLabel
  if (targetKind === 'ACCOUNT' && account)
    return (
      <Link className="target" to={`/accounts/${account.nodeId}`}>
        <bdi>{name ?? account.username}</bdi>
      </Link>
    )
  if (name !== null) return <bdi className="target">{name}</bdi>
  switch (targetKind) {
    case 'FINDING': {
      const kind = details.find((detail) => detail.name === 'kind')?.value ?? ''
      return <bdi className="target">{named(findings, kind)?.name ?? kind}</bdi>
    }
    case 'QUEUE':
      return <bdi className="target">{named(queues, targetId) ?? targetId}</bdi>
    case 'INVITATION':
      return <bdi className="target">{text.numbered(targetId)}</bdi>
    case 'GENERATION':
    case 'ROOM':
      return <ShortId id={targetId} />
    default:
      return <bdi className="target">{targetId}</bdi>
  }
}

/** The words for a value such as `reply-without-room`, which enumerations of the schema spell in another way. */
function named<Value>(names: Readonly<Record<string, Value>>, value: string): Value | undefined {
  return names[value.toUpperCase().replaceAll('-', '_')]
}
