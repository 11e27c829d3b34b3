import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { useWords } from '../../ui/text/catalogue.js'
import { removeSecondFactors } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import type { AccountDialogProps } from './account-dialog.js'
import { words } from './words.js'

/** For a person who has lost phone, passkeys and recovery codes. */
export function FactorsDialog({ account: { id, username }, onChange, onClose }: AccountDialogProps) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const remove = async () => {
    const removed = await request(removeSecondFactors, { id }, { isRepeatable: true })
    onChange(removed.removeSecondFactors.account)
    announce(text.factorsRemoved(username))
  }
  return (
    <ConfirmDialog title={text.factorsTitle(username)} verb={text.removeFactors} run={remove} onClose={onClose}>
      <p>{text.factorsMeans}</p>
    </ConfirmDialog>
  )
}
