import { Button } from '../../ui/forms/button.js'
import { Select } from '../../ui/forms/fields.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { PagedList } from '../reads/paged-list.js'
import { Heading } from '../reads/heading.js'
import { usePages } from '../reads/use-pages.js'
import { auditLog as operation, type AuditAction, type AuditLogQuery } from '../operations.generated.js'
import { useAdministrator } from '../session/administrator.js'
import { words as settingWords } from '../settings/words.js'
import { words } from './words.js'

const pageOf = ({ auditLog }: AuditLogQuery) => auditLog
type Entry = NonNullable<AuditLogQuery['auditLog']>['nodes'][number]

/** The kinds of acts that can be chosen. An act of no group is found without a choice. */
const groups = {
  accounts: [
    'ACCOUNT_APPROVED',
    'ACCOUNT_BANNED',
    'ACCOUNT_CREATED',
    'ACCOUNT_DELETED',
    'BAN_LIFTED',
    'MEMBERSHIP_CHANGED',
    'PASSWORD_LINK_CREATED',
    'SECOND_FACTORS_REMOVED',
    'ROLE_CHANGED',
    'SESSIONS_ENDED',
  ],
  invitations: ['INVITATION_CREATED', 'INVITATION_REVOKED', 'SET_UP_LINK_CREATED'],
  keys: ['API_KEY_CREATED', 'API_KEY_CHANGED', 'API_KEY_REVOKED'],
  characters: [
    'CHARACTER_HIDDEN',
    'CHARACTER_RESTORED',
    'CHARACTER_CHANGED',
    'CHARACTER_DELETED',
    'ROOM_CHANGED',
    'ROOM_DELETED',
  ],
  replies: ['REPLY_CANCELLED', 'QUEUE_PAUSED', 'QUEUE_RESUMED'],
  server: ['SETTING_CHANGED', 'MODEL_CHANGED', 'FINDING_REPAIRED', 'DATABASE_COMPACTED'],
} as const satisfies Readonly<Record<string, readonly AuditAction[]>>
type Group = keyof typeof groups
const isGroup = (name: string): name is Group => Object.hasOwn(groups, name)
const groupNames = Object.keys(groups).filter(isGroup)

/** The acts of administrators and of the operator, the newest first. */
export function AuditLog({ query }: { readonly query: URLSearchParams }) {
  const text = useWords(words)
  const group = query.get('group') ?? ''
  const account = query.get('account')
  const pages = usePages({
    operation,
    pageOf,
    filter: {
      search: query.get('q') ?? '',
      actions: isGroup(group) ? groups[group] : null,
      target: account === null ? null : ({ kind: 'ACCOUNT', id: account } as const),
    },
  })
  const go = (changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    navigate(next.size === 0 ? '/audit' : `/audit?${next.toString()}`, { replace: true })
  }
  const isFiltered = query.size > 0
  return (
    <div className="page">
      <Heading title={text.title} refresh={pages.reload} />
      <p className="quiet">{text.hint}</p>
      <div className="list-tools">
        <Select
          label={text.group}
          value={isGroup(group) ? group : ''}
          onChange={({ currentTarget }) => go({ group: currentTarget.value })}
        >
          <option value="">{text.allGroups}</option>
          {groupNames.map((name) => (
            <option key={name} value={name}>
              {text.groups[name]}
            </option>
          ))}
        </Select>
        <SearchField
          label={text.search}
          clearLabel={text.clear}
          value={query.get('q') ?? ''}
          search={(q) => go({ q })}
        />
      </div>
      {account !== null && (
        <p className="row notice">
          <span>{text.onlyAccount(query.get('name') ?? account)}</span>
          <Button isSmall icon="close" onClick={() => go({ account: '', name: '' })}>
            {text.showAll}
          </Button>
        </p>
      )}
      <PagedList
        pages={pages}
        label={text.title}
        className="rows joined"
        nothing={isFiltered ? text.noMatch : text.none}
        onlyAct={isFiltered && <LinkButton to="/audit">{text.showAll}</LinkButton>}
      >
        {(entry) => <EntryRow entry={entry} />}
      </PagedList>
    </div>
  )
}

const isInstant = (detail: string) => detail === 'until' || detail === 'expiresAt'
// any other value can be a label or a name that is spelled like a role
const isRank = (action: AuditAction, detail: string) =>
  action === 'ROLE_CHANGED' ||
  action === 'MEMBERSHIP_CHANGED' ||
  ['role', 'membership', 'membershipsBefore', 'membershipsAfter'].includes(detail)

/** What was done, to whom, by whom, when and from where. */
function EntryRow({ entry }: { readonly entry: Entry }) {
  const text = useWords(words)
  const { dateTime } = useFormats()
  const { settings } = useWords(settingWords)
  const { id: ownId } = useAdministrator()
  const { action, actorKind, actorId, actorName, targetId, targetLabel, ipAddress, occurredAt, details } = entry
  const setting = action === 'SETTING_CHANGED' ? settings[targetId] : undefined
  const rank = (name: string) => text.values[name] ?? name
  const shown = (detail: string, value: string | null) => {
    if (value === null || value === '') return text.noValue
    if (setting) return setting.choices?.[value]?.[0] ?? value
    if (isInstant(detail)) return dateTime(value)
    return isRank(action, detail) ? value.split(',').map(rank).join(', ') : value
  }
  // an end that is not set, such as that of a ban, says nothing
  const shownDetails = details.filter(
    ({ name, value }) => name !== 'invitation' && (value !== null || name === 'from' || name === 'to'),
  )
  const invitation = details.find(({ name }) => name === 'invitation')?.value ?? null
  const link = invitation === 'set-up' ? text.setUpLink : invitation && text.invitation(invitation, actorName)
  const actor = link ?? actorName ?? text.actors[actorKind] ?? actorKind
  return (
    <div className="line act">
      <div className="about">
        <h2>
          {text.actions[action] ?? action} <bdi className="target">{setting?.title ?? targetLabel ?? targetId}</bdi>
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
