import { useState } from 'react'
import { Button } from '../../ui/forms/button.js'
import { SearchField } from '../../ui/forms/search-field.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Filters } from '../reads/filters.js'
import { Heading } from '../reads/heading.js'
import { PagedList } from '../reads/paged-list.js'
import { usePages } from '../reads/use-pages.js'
import {
  accounts as operation,
  type AccountOrder,
  type AccountsQuery,
  type ListedAccountFragment,
} from '../operations.generated.js'
import { AccountDrawer } from './account-drawer.js'
import { AccountRow } from './account-row.js'
import { accountsPath, isState, stateNames, states } from './accounts-route.js'
import { useNewCounts } from './counts.js'
import { CreateDialog } from './create-dialog.js'
import { DeleteDialog } from './delete-dialog.js'
import { words } from './words.js'

const pageOf = ({ users }: AccountsQuery) => users

interface AccountsProps {
  readonly search: string
  readonly state: string
  /** The account that is shown over the list. */
  readonly opened: string | undefined
}

/** The accounts in a state, or those of them whose name or address contains the searched text. */
export function Accounts({ search, state: given, opened }: AccountsProps) {
  const text = useWords(words)
  const state = isState(given) ? given : 'all'
  const here = { state, search }
  // who has waited longest comes first
  const orderBy: AccountOrder = state === 'waiting' ? 'OLDEST' : 'NEWEST'
  const pages = usePages({ operation, pageOf, filter: { search, state: states[state], orderBy } })
  const { counts } = useNewCounts(pages.isRead ? pages.nodes : null)
  const [isCreating, setCreating] = useState(false)
  const [refused, setRefused] = useState<ListedAccountFragment>()
  const change = (account: ListedAccountFragment) => {
    const isInState =
      state === 'all' ||
      { waiting: account.awaitingApprovalSince, administrators: account.role === 'ADMIN', banned: account.ban }[state]
    // an account that is shown stays in the list until the list is read again
    if (isInState || opened !== undefined) pages.replace(account)
    else pages.remove(account.id)
  }
  return (
    <div className="page">
      <Heading title={text.title} refresh={pages.reload}>
        <LinkButton isSmall to="/invitations">
          {text.invite}
        </LinkButton>
        <Button isSmall kind="primary" icon="add" onClick={() => setCreating(true)}>
          {text.create}
        </Button>
      </Heading>
      <div className="list-tools">
        <Filters
          label={text.states}
          filters={stateNames.map((name) => ({
            name: text.stateNames[name],
            to: accountsPath({ state: name, search }),
            isCurrent: name === state,
            count: counts?.[name],
          }))}
        />
        <SearchField
          label={text.search}
          clearLabel={text.clear}
          value={search}
          search={(query) => navigate(accountsPath({ state, search: query }), { replace: true })}
        />
      </div>
      <PagedList
        pages={pages}
        total={search === '' ? counts?.[state] : undefined}
        label={text.title}
        className="rows joined"
        nothing={search === '' ? text.none[state] : text.noMatch(search)}
        onlyAct={search !== '' && <LinkButton to="/accounts">{text.showAll}</LinkButton>}
      >
        {(account) => (
          <AccountRow
            account={account}
            to={accountsPath(here, account.nodeId)}
            onChange={change}
            refuse={() => setRefused(account)}
          />
        )}
      </PagedList>
      {opened !== undefined && (
        <AccountDrawer
          key={opened}
          nodeId={opened}
          listed={pages.nodes.find(({ nodeId }) => nodeId === opened)}
          onChange={change}
          onDelete={(id) => {
            pages.remove(id)
            navigate(accountsPath(here), { replace: true })
          }}
          onClose={() => navigate(accountsPath(here), { replace: true })}
        />
      )}
      {refused && (
        <DeleteDialog
          account={refused}
          onChange={change}
          onDelete={pages.remove}
          onClose={() => setRefused(undefined)}
        />
      )}
      {isCreating && (
        <CreateDialog
          onCreate={({ nodeId }) => {
            pages.reload()
            navigate(accountsPath(here, nodeId))
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  )
}
