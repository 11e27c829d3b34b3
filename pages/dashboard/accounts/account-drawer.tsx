import { useRef, useState, type ReactNode } from 'react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Empty } from '../../ui/feedback/empty.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { Link } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { oneAccount, type ListedAccountFragment } from '../operations.generated.js'
import { useAdministrator, useRequest } from '../session/administrator.js'
import { useKeptFocus } from '../shell/use-kept-focus.js'
import { AccountTags } from './account-tags.js'
import { ApproveButton } from './approve-button.js'
import { BanDialog } from './ban-dialog.js'
import { DeleteDialog } from './delete-dialog.js'
import { FactorsDialog } from './factors-dialog.js'
import { MembershipDialog } from './membership-dialog.js'
import { PasswordDialog } from './password-dialog.js'
import { RoleDialog } from './role-dialog.js'
import { SignOutDialog } from './sign-out-dialog.js'
import { UnbanDialog } from './unban-dialog.js'
import { Usage } from './usage.js'
import { words } from './words.js'

const isAccount = (node: object): node is ListedAccountFragment => 'username' in node

interface AccountDrawerProps {
  readonly nodeId: string
  /** As the list has it; undefined where the list does not have it. */
  readonly listed: ListedAccountFragment | undefined
  readonly onChange: (account: ListedAccountFragment) => void
  readonly onDelete: (id: string) => void
  readonly onClose: () => void
}

const dialogs = {
  role: RoleDialog,
  membership: MembershipDialog,
  password: PasswordDialog,
  factors: FactorsDialog,
  signOut: SignOutDialog,
  ban: BanDialog,
  unban: UnbanDialog,
  delete: DeleteDialog,
} as const
type AccountTask = keyof typeof dialogs

/** One account over the list: who it is, its acts and its usage. */
export function AccountDrawer({ nodeId, listed, onChange, onDelete, onClose }: AccountDrawerProps) {
  const text = useWords(words)
  const request = useRequest()
  const [changed, setChanged] = useState<ListedAccountFragment>()
  const { value, error, isLoading, reload } = useLoaded(async (signal) => {
    const { node } = await request(oneAccount, { nodeId }, { signal })
    return node && isAccount(node) ? node : null
  })
  const account = changed ?? value ?? listed
  return (
    <Dialog title={account?.username ?? text.account} isDrawer onClose={onClose}>
      <Failure error={error} retry={reload} />
      {!account && isLoading && <Loading />}
      {!account && !isLoading && !error && (
        <Empty title={text.missing}>
          <p>{text.missingHint}</p>
        </Empty>
      )}
      {account && (
        <Account
          account={account}
          onDelete={onDelete}
          onChange={(next) => {
            setChanged(next)
            onChange(next)
          }}
        />
      )}
    </Dialog>
  )
}

type AccountProps = Pick<AccountDrawerProps, 'onChange' | 'onDelete'> & { readonly account: ListedAccountFragment }

function Account({ account, onChange, onDelete }: AccountProps) {
  const text = useWords(words)
  const { date, dateTime } = useFormats()
  const { id: ownId } = useAdministrator()
  const [asked, setAsked] = useState<AccountTask>()
  const body = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(body)
  const { id, username, handle, email, hasPassword, secondFactors, ban, awaitingApprovalSince } = account
  const { role, isListedAdmin, roleManagedBy, membership } = account
  const isOwn = id === ownId
  const isAdmin = role === 'ADMIN'
  const AskedDialog = asked && dialogs[asked]
  const act = (task: AccountTask, verb: string, isDangerous = false) => (
    <Button isSmall kind={isDangerous ? 'danger' : undefined} onClick={() => setAsked(task)}>
      {verb}
    </Button>
  )
  return (
    <div className="account" ref={body} tabIndex={-1} {...keptFocus}>
      <div className="entry">
        <Portrait name={username} imageUrl={account.profileImageUrl} size={3.5} />
        <div className="about">
          <p>
            <bdi>{email}</bdi>
          </p>
          <p className="quiet small">
            {handle !== null && <bdi>@{handle} · </bdi>}
            {text.since(date(account.createdAt))}
          </p>
          <AccountTags account={account} />
        </div>
      </div>
      {awaitingApprovalSince !== null && (
        <div className="notice">
          <p>{text.waitsSince(dateTime(awaitingApprovalSince))}</p>
          <div className="row">
            <ApproveButton account={account} onChange={onChange} />
            <Button isSmall onClick={() => setAsked('delete')}>
              {text.refuse}
            </Button>
          </div>
        </div>
      )}
      {ban && (
        <div className="notice failure">
          <p>{ban.until === null ? text.bannedForGood : text.bannedUntil(dateTime(ban.until))}</p>
          {ban.reason && <p>{text.reason(ban.reason)}</p>}
          {!isOwn && act('unban', text.unban)}
        </div>
      )}
      <section aria-labelledby="account-access">
        <h3 id="account-access">{text.access}</h3>
        <ul role="list" className="acts">
          <Act
            name={text.role}
            value={[isAdmin ? text.adminMeans : text.userMeans, text.managers[roleManagedBy]].join(' ').trim()}
            act={!isListedAdmin && act('role', isAdmin ? text.revoke : text.grant)}
          />
          <Act
            name={text.membership}
            value={text.memberships[membership]}
            act={act('membership', text.changeMembership)}
          />
          {!isOwn && (
            <Act
              name={text.passwordName}
              value={hasPassword ? text.passwordHint : text.noPassword}
              act={act('password', text.password)}
            />
          )}
          {secondFactors !== null && secondFactors.length > 0 && (
            <Act name={text.hasFactors} value={text.factorsHint} act={!isOwn && act('factors', text.removeFactors)} />
          )}
          <Act name={text.devices} value={text.devicesHint} act={act('signOut', text.signOut)} />
          {!ban && <Act name={text.ban} value={text.notBanned} act={!isOwn && act('ban', text.banVerb)} />}
        </ul>
      </section>
      <Usage accountId={id} />
      <section aria-labelledby="account-more">
        <h3 id="account-more">{text.more}</h3>
        <ul role="list" className="acts">
          <Act
            name={text.acts}
            value={text.actsHint}
            act={
              <Link className="button small" to={`/audit?account=${id}&name=${encodeURIComponent(username)}`}>
                {text.showActs}
              </Link>
            }
          />
          <Act name={text.deletion} value={text.deletionHint} act={act('delete', text.deleteVerb, true)} />
        </ul>
      </section>
      {AskedDialog && (
        <AskedDialog account={account} onChange={onChange} onDelete={onDelete} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}

interface ActProps {
  readonly name: string
  readonly value: string
  readonly act: ReactNode
}

const Act = ({ name, value, act }: ActProps) => (
  <li>
    <div>
      <p>
        <strong>{name}</strong>
      </p>
      <p className="quiet small">{value}</p>
    </div>
    {act}
  </li>
)
