import { useState } from 'react'
import { Button } from '../../ui/forms/button.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { PagedList } from '../reads/paged-list.js'
import { RefreshButton } from '../reads/refresh-button.js'
import { usePages } from '../reads/use-pages.js'
import { accounts as operation, type AccountsQuery, type ListedAccountFragment } from '../operations.generated.js'
import { AccountRow } from './account-row.js'
import { BanDialog } from './ban-dialog.js'
import { FactorsDialog } from './factors-dialog.js'
import { PasswordDialog } from './password-dialog.js'
import { RoleDialog } from './role-dialog.js'
import { UnbanDialog } from './unban-dialog.js'
import { words } from './words.js'

const pageOf = ({ users }: AccountsQuery) => users

export type AccountTask = 'role' | 'password' | 'factors' | 'ban' | 'unban'
const dialogs = {
  role: RoleDialog,
  password: PasswordDialog,
  factors: FactorsDialog,
  ban: BanDialog,
  unban: UnbanDialog,
} as const

/** The accounts, or those whose name or address contains the searched text. */
export function Accounts({ search }: { readonly search: string }) {
  const text = useWords(words)
  const pages = usePages({ operation, pageOf, search })
  const [asked, setAsked] = useState<{ readonly task: AccountTask; readonly account: ListedAccountFragment }>()
  const AskedDialog = asked && dialogs[asked.task]
  return (
    <div className="page">
      <div className="row heading">
        <h1>{text.title}</h1>
        <RefreshButton onClick={pages.reload} />
      </div>
      <form
        className="search"
        role="search"
        // another search begins with its own text
        key={search}
        onSubmit={submitted(({ q = '' }) =>
          navigate(q.trim() === '' ? '/accounts' : `/accounts?q=${encodeURIComponent(q.trim())}`),
        )}
      >
        <TextField label={text.search} name="q" type="search" defaultValue={search} maxLength={200} />
        <Button type="submit" kind="primary" icon="search">
          {text.find}
        </Button>
      </form>
      <PagedList
        pages={pages}
        label={text.title}
        className="rows"
        nothing={
          search === '' ? (
            <p>{text.none}</p>
          ) : (
            <>
              <p>{text.noMatch(search)}</p>
              <LinkButton to="/accounts">{text.showAll}</LinkButton>
            </>
          )
        }
      >
        {(account) => <AccountRow account={account} ask={(task) => setAsked({ task, account })} />}
      </PagedList>
      {asked && AskedDialog && (
        <AskedDialog account={asked.account} onChange={pages.replace} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}
