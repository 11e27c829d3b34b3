import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { useWords } from '../../ui/text/catalogue.js'
import { unbanUser } from '../operations.generated.js'
import type { AccountDialogProps } from './account-dialog.js'
import { words } from './words.js'

export function UnbanDialog({ account: { id, username }, onChange, onClose }: AccountDialogProps) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const lift = async () => {
    const lifted = await parley.request(unbanUser, { id }, { isRepeatable: true })
    onChange(lifted.unbanUser.account)
    announce(text.isUnbanned(username))
  }
  return (
    <ConfirmDialog title={text.unbanTitle(username)} verb={text.unban} isHarmless run={lift} onClose={onClose}>
      <p>{text.unbanMeans}</p>
    </ConfirmDialog>
  )
}
