import { useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { TextArea, TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { banUser } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import type { AccountDialogProps } from './account-dialog.js'
import { words } from './words.js'

const minuteMs = 60_000

/** Bans an account, with a reason and an end if there are any. */
export function BanDialog({ account: { id, username }, onChange, onClose }: AccountDialogProps) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const [earliest] = useState(() => localTime(new Date(Date.now() + minuteMs)))
  const action = useAction(async (reason: string, end: string) => {
    const until = end === '' ? null : new Date(end).toISOString()
    const variables = { id, reason: reason.trim() === '' ? null : reason.trim(), until }
    const banned = await request(banUser, variables, { isRepeatable: true })
    onChange(banned.banUser.account)
    announce(text.isBanned(username))
    onClose()
  })
  return (
    <Dialog title={text.banTitle(username)} onClose={onClose}>
      <p>{text.banMeans}</p>
      <form className="form" onSubmit={submitted(({ reason = '', end = '' }) => void action.run(reason, end))}>
        <TextArea label={text.banReason} hint={text.banReasonHint} name="reason" maxLength={500} rows={3} />
        <TextField label={text.banEnd} hint={text.banEndHint} name="end" type="datetime-local" min={earliest} />
        <Failure error={action.error} conflict={action.error ? text.notChanged(action.error.message) : undefined} />
        <div className="row end">
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="danger" type="submit" aria-disabled={action.isRunning}>
            {text.ban}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The form of an input for dates and times, in the time zone of the reader. */
function localTime(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}
