import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { useWords } from '../../ui/text/catalogue.js'
import { unbanUser } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import type { AccountDialogProps } from './account-dialog.js'
import { words } from './words.js'

export function UnbanDialog({ account: { id, username }, onChange, onClose }: AccountDialogProps) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const lift = async () => {
    const lifted = await request(unbanUser, { id }, { isRepeatable: true })
    onChange(lifted.unbanUser.account)
    announce(text.isUnbanned(username))
  }
  return (
    <ConfirmDialog title={text.unbanTitle(username)} verb={text.unban} isHarmless run={lift} onClose={onClose}>
      <p>{text.unbanMeans}</p>
    </ConfirmDialog>
  )
}
