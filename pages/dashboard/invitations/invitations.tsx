import { useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { words as accountWords } from '../accounts/words.js'
import { Heading } from '../reads/heading.js'
import { PagedList } from '../reads/paged-list.js'
import { usePages } from '../reads/use-pages.js'
import {
  invitations as operation,
  revokeInvitation,
  type InvitationsQuery,
  type ListedInvitationFragment,
} from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { InviteDialog } from './invite-dialog.js'
import { words } from './words.js'

const pageOf = ({ invitations }: InvitationsQuery) => invitations
const everything = {}

/** The invitations that have not expired, and new ones. */
export function Invitations() {
  const text = useWords(words)
  const { invite } = useWords(accountWords)
  const request = useRequest()
  const announce = useAnnounce()
  const pages = usePages({ operation, pageOf, filter: everything })
  const [isInviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<ListedInvitationFragment>()
  const revoke = async (id: string) => {
    await request(revokeInvitation, { id }, { isRepeatable: true })
    pages.remove(id)
    announce(text.isRevoked)
  }
  return (
    <div className="page">
      <Heading title={text.title} refresh={pages.reload}>
        <Button isSmall kind="primary" icon="add" onClick={() => setInviting(true)}>
          {invite}
        </Button>
      </Heading>
      <p className="quiet">{text.hint}</p>
      <PagedList pages={pages} label={text.title} className="rows joined" nothing={text.none}>
        {(invitation) => <InvitationRow invitation={invitation} ask={() => setAsked(invitation)} />}
      </PagedList>
      {isInviting && <InviteDialog onCreate={pages.reload} onClose={() => setInviting(false)} />}
      {asked && (
        <ConfirmDialog
          title={text.revokeTitle(asked.id)}
          verb={text.revoke}
          run={() => revoke(asked.id)}
          onClose={() => setAsked(undefined)}
        >
          <p>{text.revokeMeans}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

interface InvitationRowProps {
  readonly invitation: ListedInvitationFragment
  readonly ask: () => void
}

function InvitationRow({ invitation, ask }: InvitationRowProps) {
  const text = useWords(words)
  const { admin, memberships } = useWords(accountWords)
  const { number, dateTime } = useFormats()
  const { id, email, role, membership, uses, maxUses, createdAt, expiresAt, auditEntry } = invitation
  const creator = auditEntry?.actorKind === 'OPERATOR' ? text.operator : auditEntry?.actorName
  const isUsedUp = uses >= maxUses
  return (
    <div className="line invitation">
      <div className="about">
        <h2>{email === null ? text.anyone : <bdi>{email}</bdi>}</h2>
        <p className="quiet small">
          {text.numbered(id)} · {text.created(dateTime(createdAt), creator ?? null)}
        </p>
        <p className="quiet small">{text.until(dateTime(expiresAt))}</p>
      </div>
      <p className="row tags">
        {role === 'ADMIN' && <span className="tag good">{admin}</span>}
        {membership !== 'BASIC' && <span className="tag">{memberships[membership]}</span>}
        <span className="tag">{isUsedUp ? text.usedUp : text.used(number(uses), number(maxUses))}</span>
      </p>
      {!isUsedUp && (
        <Button isSmall aria-label={text.revokeOf(id, email ?? text.anyone)} onClick={ask}>
          {text.revoke}
        </Button>
      )}
    </div>
  )
}
