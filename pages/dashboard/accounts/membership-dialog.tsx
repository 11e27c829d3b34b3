import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { useWords } from '../../ui/text/catalogue.js'
import { setUserMembership } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import type { AccountDialogProps } from './account-dialog.js'
import { words } from './words.js'

/** Gives an account the other membership. */
export function MembershipDialog({ account: { id, username, membership }, onChange, onClose }: AccountDialogProps) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const next = membership === 'BASIC' ? 'VIP' : 'BASIC'
  const name = text.memberships[next]
  const change = async () => {
    const changed = await request(setUserMembership, { id, membership: next }, { isRepeatable: true })
    onChange(changed.setUserMembership.account)
    announce(text.membershipChanged(username, name))
  }
  return (
    <ConfirmDialog
      title={text.membershipTitle(username, name)}
      verb={text.membershipVerb(name)}
      isHarmless
      run={change}
      onClose={onClose}
    >
      <p>{text.membershipMeans}</p>
    </ConfirmDialog>
  )
}
