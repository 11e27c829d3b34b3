import { useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Checkbox } from '../../ui/forms/fields.js'
import { useWords } from '../../ui/text/catalogue.js'
import { signOutAccount } from '../operations.generated.js'
import { useAdministrator, useRequest } from '../session/administrator.js'
import type { AccountDialogProps } from './account-dialog.js'
import { words } from './words.js'

/** Ends all sessions of an account, and its API keys on request. */
export function SignOutDialog({ account: { id, username }, onChange, onClose }: AccountDialogProps) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const { id: ownId, checkAgain } = useAdministrator()
  const [revokeApiKeys, setRevoke] = useState(false)
  const end = async () => {
    const ended = await request(signOutAccount, { id, revokeApiKeys }, { isRepeatable: true })
    onChange(ended.signOutAccount.account)
    announce(text.isSignedOut(username))
    if (id === ownId) checkAgain()
  }
  return (
    <ConfirmDialog title={text.signOutTitle(username)} verb={text.signOut} run={end} onClose={onClose}>
      <div className="form">
        <p>{text.signOutMeans}</p>
        {id === ownId && <p>{text.signOutOwn}</p>}
        <Checkbox
          label={text.revokeKeys}
          checked={revokeApiKeys}
          onChange={({ currentTarget }) => setRevoke(currentTarget.checked)}
        />
      </div>
    </ConfirmDialog>
  )
}
