import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { useWords } from '../../ui/text/catalogue.js'
import { setUserRole } from '../operations.generated.js'
import { useAdministrator, useRequest } from '../session/administrator.js'
import type { AccountDialogProps } from './account-dialog.js'
import { words } from './words.js'

/** Grants or removes the role of an administrator. */
export function RoleDialog({ account: { id, username, role }, onChange, onClose }: AccountDialogProps) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const { id: ownId, checkAgain } = useAdministrator()
  const isAdmin = role === 'ADMIN'
  const change = async () => {
    const variables = { id, role: isAdmin ? 'USER' : 'ADMIN' } as const
    const changed = await request(setUserRole, variables, { isRepeatable: true })
    onChange(changed.setUserRole.account)
    announce(text.roleChanged(username))
    if (id === ownId) checkAgain()
  }
  return (
    <ConfirmDialog
      title={isAdmin ? text.revokeTitle(username) : text.grantTitle(username)}
      verb={isAdmin ? text.revoke : text.grant}
      conflict={text.notChanged}
      run={change}
      onClose={onClose}
    >
      <p>{isAdmin ? text.revokeMeans : text.grantMeans}</p>
      {isAdmin && id === ownId && <p>{text.revokeOwn}</p>}
    </ConfirmDialog>
  )
}
