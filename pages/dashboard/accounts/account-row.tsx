import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { Portrait } from '../../ui/theme/portrait.js'
import type { ListedAccountFragment } from '../operations.generated.js'
import { AccountTags } from './account-tags.js'
import { ApproveButton } from './approve-button.js'
import { words } from './words.js'

interface AccountRowProps {
  readonly account: ListedAccountFragment
  /** The address of the account. */
  readonly to: string
  readonly onChange: (account: ListedAccountFragment) => void
  /** Asks whether an account that awaits approval is declined. */
  readonly refuse: () => void
}

/** One line of the list, which opens the account. One that awaits approval can be approved or declined. */
export function AccountRow({ account, to, onChange, refuse }: AccountRowProps) {
  const text = useWords(words)
  const { date, dateTime } = useFormats()
  const { username, handle, email, createdAt, awaitingApprovalSince } = account
  return (
    <div className="line">
      <Portrait name={username} imageUrl={account.profileImageUrl} />
      <div className="about">
        <h2>
          <a className="whole" href={`#${to}`}>
            <bdi>{username}</bdi>
          </a>{' '}
          {handle !== null && <bdi className="quiet">@{handle}</bdi>}
        </h2>
        <p className="quiet small clipped">
          <bdi>{email}</bdi>
        </p>
        {awaitingApprovalSince !== null && <p className="quiet small">{text.asked(dateTime(awaitingApprovalSince))}</p>}
      </div>
      <AccountTags account={account} isBrief />
      {awaitingApprovalSince === null ? (
        <p className="quiet small since">{text.since(date(createdAt))}</p>
      ) : (
        <div className="row">
          <ApproveButton account={account} onChange={onChange} />
          <Button isSmall aria-label={text.refuseOf(username)} onClick={refuse}>
            {text.refuse}
          </Button>
        </div>
      )}
    </div>
  )
}
