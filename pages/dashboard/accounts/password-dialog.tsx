import { useState } from 'react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { ShownLink } from '../../ui/forms/shown-link.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { createPasswordLink, type CreatePasswordLinkMutation } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import type { AccountDialogProps } from './account-dialog.js'
import { words } from './words.js'

/** Creates a link by which the owner of an account sets its password, and shows it once. */
export function PasswordDialog({ account: { id, username }, onClose }: AccountDialogProps) {
  const text = useWords(words)
  const { dateTime } = useFormats()
  const request = useRequest()
  const [link, setLink] = useState<CreatePasswordLinkMutation['createPasswordLink']>()
  const action = useAction(async () => {
    // a repetition replaces the link of the try whose answer was lost
    const created = await request(createPasswordLink, { id }, { isRepeatable: true })
    setLink(created.createPasswordLink)
  })
  return (
    <Dialog title={text.linkTitle(username)} onClose={onClose}>
      {link ? (
        <ShownLink
          url={link.url}
          until={text.linkUntil(dateTime(link.expiresAt))}
          hint={text.handOver}
          onClose={onClose}
        />
      ) : (
        <>
          <p>{text.linkMeans}</p>
          <Failure error={action.error} />
          <div className="row end">
            <Button onClick={onClose} autoFocus>
              {text.cancel}
            </Button>
            <Button kind="primary" aria-disabled={action.isRunning} onClick={() => void action.run()}>
              {text.createLink}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
