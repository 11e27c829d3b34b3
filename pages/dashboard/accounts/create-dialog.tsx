import { useRef } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Dialog } from '../../ui/feedback/dialog.js'
import { words as feedbackWords } from '../../ui/feedback/words.js'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { Select, TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { createAccount, type CreateAccountInput, type ListedAccountFragment } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { words } from './words.js'

interface CreateDialogProps {
  readonly onCreate: (account: ListedAccountFragment) => void
  readonly onClose: () => void
}

/** Creates an account without a password. */
export function CreateDialog({ onCreate, onClose }: CreateDialogProps) {
  const text = useWords(words)
  const { cancel } = useWords(feedbackWords)
  const request = useRequest()
  const announce = useAnnounce()
  const form = useRef<HTMLFormElement>(null)
  const action = useAction(async (input: CreateAccountInput) => {
    const { createAccount: created } = await request(createAccount, { input }, {})
    announce(text.isCreated(input.username))
    onClose()
    onCreate(created.account)
  })
  const faultOf = useFaults(action.error)
  return (
    <Dialog title={text.createTitle} onClose={onClose}>
      <p>{text.createMeans}</p>
      <form
        ref={form}
        className="form"
        onSubmit={submitted(({ username = '', email = '', role, membership }) => {
          const rights = {
            role: role === 'ADMIN' ? 'ADMIN' : 'USER',
            membership: membership === 'VIP' ? 'VIP' : 'BASIC',
          } as const
          void action.run({ username: username.trim(), email: email.trim(), ...rights })
        })}
      >
        <FormFailure error={action.error} fields={['username', 'email']} form={form} />
        <TextField
          label={text.username}
          name="username"
          fault={faultOf('username')}
          maxLength={100}
          required
          autoFocus
        />
        <TextField label={text.email} name="email" type="email" fault={faultOf('email')} maxLength={100} required />
        <RightsFields />
        <div className="row end">
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={action.isRunning}>
            {text.createVerb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The fields `role` and `membership` of a form. */
export function RightsFields() {
  const text = useWords(words)
  return (
    <div className="pair">
      <Select label={text.role} name="role" defaultValue="USER">
        <option value="USER">{text.user}</option>
        <option value="ADMIN">{text.admin}</option>
      </Select>
      <Select label={text.membership} name="membership" defaultValue="BASIC">
        <option value="BASIC">{text.memberships.BASIC}</option>
        <option value="VIP">{text.memberships.VIP}</option>
      </Select>
    </div>
  )
}
