import { Button } from '../../ui/forms/button.js'
import { Select } from '../../ui/forms/fields.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { PagedList } from '../reads/paged-list.js'
import { Heading } from '../reads/heading.js'
import { usePages } from '../reads/use-pages.js'
import { auditLog as operation, type AuditAction, type AuditLogQuery } from '../operations.generated.js'
import { EntryRow } from './entry-row.js'
import { words } from './words.js'

const pageOf = ({ auditLog }: AuditLogQuery) => auditLog

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
