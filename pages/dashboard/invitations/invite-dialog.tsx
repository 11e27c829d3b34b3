import { useRef, useState } from 'react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { words as feedbackWords } from '../../ui/feedback/words.js'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { Select, TextField } from '../../ui/forms/fields.js'
import { ShownLink } from '../../ui/forms/shown-link.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { RightsFields } from '../accounts/create-dialog.js'
import { createInvitation, type CreateInvitationInput, type CreateInvitationMutation } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { words } from './words.js'

interface InviteDialogProps {
  readonly onCreate: () => void
  readonly onClose: () => void
}

const dayMs = 86_400_000
const periods = [1, 7, 30, 365] as const

/** Creates an invitation, and shows its link once. */
export function InviteDialog({ onCreate, onClose }: InviteDialogProps) {
  const text = useWords(words)
  const { cancel } = useWords(feedbackWords)
  const { dateTime } = useFormats()
  const request = useRequest()
  const form = useRef<HTMLFormElement>(null)
  const [made, setMade] = useState<CreateInvitationMutation['createInvitation']>()
  const action = useAction(async (input: CreateInvitationInput) => {
    const { createInvitation: created } = await request(createInvitation, { input }, {})
    setMade(created)
    onCreate()
  })
  const faultOf = useFaults(action.error)
  if (made)
    return (
      <Dialog title={text.isCreated} onClose={onClose}>
        <ShownLink
          url={made.url}
          until={text.until(dateTime(made.invitation.expiresAt))}
          hint={text.handOver}
          onClose={onClose}
        />
      </Dialog>
    )
  return (
    <Dialog title={text.inviteTitle} onClose={onClose}>
      <form
        ref={form}
        className="form"
        onSubmit={submitted(({ email = '', role, membership, maxUses, days }) => {
          void action.run({
            email: email.trim() === '' ? null : email.trim(),
            role: role === 'ADMIN' ? 'ADMIN' : 'USER',
            membership: membership === 'VIP' ? 'VIP' : 'BASIC',
            maxUses: Number(maxUses),
            expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString(),
          })
        })}
      >
        <FormFailure error={action.error} fields={['email', 'maxUses']} form={form} />
        <TextField
          label={text.email}
          hint={text.emailHint}
          name="email"
          type="email"
          fault={faultOf('email')}
          maxLength={100}
          autoFocus
        />
        <RightsFields />
        <div className="pair">
          <TextField
            label={text.maxUses}
            name="maxUses"
            type="number"
            min={1}
            max={1_000}
            defaultValue={1}
            fault={faultOf('maxUses')}
            required
          />
          <Select label={text.period} name="days" defaultValue={7}>
            {periods.map((days) => (
              <option key={days} value={days}>
                {text.days[days]}
              </option>
            ))}
          </Select>
        </div>
        <div className="row end">
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={action.isRunning}>
            {text.createLink}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
