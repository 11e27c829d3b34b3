import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { approveAccount, type ListedAccountFragment } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { words } from './words.js'

interface ApproveButtonProps {
  readonly account: ListedAccountFragment
  readonly onChange: (account: ListedAccountFragment) => void
}

/** Approves an account at once: nothing is lost by it, and a ban revokes it. */
export function ApproveButton({ account: { id, username }, onChange }: ApproveButtonProps) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const action = useAction(async () => {
    const { approveAccount: approved } = await request(approveAccount, { id }, { isRepeatable: true })
    announce(text.isApproved(username))
    onChange(approved.account)
  })
  return (
    <>
      <Button
        isSmall
        kind="primary"
        icon="check"
        aria-label={text.approveOf(username)}
        aria-disabled={action.isRunning}
        onClick={() => void action.run()}
      >
        {text.approve}
      </Button>
      <Failure error={action.error} />
    </>
  )
}
