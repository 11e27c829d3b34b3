import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { Portrait } from '../../ui/theme/portrait.js'
import type { ListedAccountFragment } from '../operations.generated.js'
import { useAdministrator } from '../session/administrator.js'
import type { AccountTask } from './accounts.js'
import { words } from './words.js'

interface AccountRowProps {
  readonly account: ListedAccountFragment
  readonly ask: (task: AccountTask) => void
}

export function AccountRow({ account, ask }: AccountRowProps) {
  const text = useWords(words)
  const { date, dateTime } = useFormats()
  const { id: ownId } = useAdministrator()
  const { username, ban, role, isListedAdmin } = account
  const isAdmin = role === 'ADMIN'
  const hasFactors = (account.secondFactors ?? []).length > 0
  return (
    <div className="entry">
      <Portrait name={username} imageUrl={account.profileImageUrl} />
      <div className="about">
        <h2>
          <bdi>{username}</bdi> {account.handle !== null && <bdi className="quiet">@{account.handle}</bdi>}
        </h2>
        <p className="quiet">
          <bdi>{account.email}</bdi>
        </p>
        <p className="row">
          {account.id === ownId && <span className="tag">{text.own}</span>}
          {isAdmin && <span className="tag good">{isListedAdmin ? text.listed : text.admin}</span>}
          <span className="tag">{account.membership}</span>
          {!account.emailVerified && <span className="tag">{text.unverified}</span>}
          {hasFactors && <span className="tag">{text.hasFactors}</span>}
          {ban && (
            <span className="tag bad">{ban.until === null ? text.banned : text.bannedUntil(dateTime(ban.until))}</span>
          )}
        </p>
        {ban?.reason && <p>{text.reason(ban.reason)}</p>}
        {isListedAdmin && <p className="quiet small">{text.onlyOperator}</p>}
        <p className="quiet small">{text.since(date(account.createdAt))}</p>
      </div>
      <div className="row end">
        {!isListedAdmin && (
          <Button
            isSmall
            aria-label={isAdmin ? text.revokeOf(username) : text.grantOf(username)}
            onClick={() => ask('role')}
          >
            {isAdmin ? text.revoke : text.grant}
          </Button>
        )}
        {hasFactors && account.id !== ownId && (
          <Button isSmall aria-label={text.removeFactorsOf(username)} onClick={() => ask('factors')}>
            {text.removeFactors}
          </Button>
        )}
        {account.id !== ownId && (
          <Button isSmall aria-label={text.passwordOf(username)} onClick={() => ask('password')}>
            {text.password}
          </Button>
        )}
        {ban ? (
          <Button isSmall aria-label={text.unbanOf(username)} onClick={() => ask('unban')}>
            {text.unban}
          </Button>
        ) : (
          account.id !== ownId && (
            <Button isSmall aria-label={text.banOf(username)} onClick={() => ask('ban')}>
              {text.ban}
            </Button>
          )
        )}
      </div>
    </div>
  )
}
