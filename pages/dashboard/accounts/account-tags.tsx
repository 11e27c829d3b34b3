import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import type { ListedAccountFragment } from '../operations.generated.js'
import { useAdministrator } from '../session/administrator.js'
import { words } from './words.js'

interface AccountTagsProps {
  readonly account: ListedAccountFragment
  /** Without what many accounts have. */
  readonly isBrief?: boolean
}

/** What distinguishes an account from most others. */
export function AccountTags({ account, isBrief = false }: AccountTagsProps) {
  const text = useWords(words)
  const { dateTime } = useFormats()
  const { id: ownId } = useAdministrator()
  const { id, ban, role, isListedAdmin, membership, emailVerified, awaitingApprovalSince } = account
  return (
    <p className="row tags">
      {awaitingApprovalSince !== null && <span className="tag wait">{text.waits}</span>}
      {ban && (
        <span className="tag bad">{ban.until === null ? text.banned : text.bannedUntil(dateTime(ban.until))}</span>
      )}
      {id === ownId && <span className="tag">{text.own}</span>}
      {role === 'ADMIN' && <span className="tag good">{isListedAdmin ? text.listed : text.admin}</span>}
      {!emailVerified && !isBrief && <span className="tag">{text.unverified}</span>}
      {(!isBrief || membership !== 'BASIC') && <span className="tag">{text.memberships[membership]}</span>}
    </p>
  )
}
