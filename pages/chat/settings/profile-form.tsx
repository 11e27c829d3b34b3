import { useRef, useState } from 'react'
import { useParley } from '@parley/client/react'
import type { Account } from '@parley/client'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { TextField } from '../../ui/forms/fields.js'
import { PictureField, type PictureChoice } from '../../ui/forms/picture-field.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { UnsavedGuard } from '../../ui/navigation/unsaved-guard.js'
import { useWords } from '../../ui/text/catalogue.js'
import { hasAddress } from './placeholder-address.js'
import { words } from './words.js'

interface ProfileFormProps {
  readonly account: Account
  /** Whether the server sends mails; undefined until it has answered. */
  readonly sendsMail: boolean | undefined
  readonly onSaved: (account: Account) => void
}

const fields = ['username', 'email', 'imageId']

export function ProfileForm({ account, sendsMail, onSaved }: ProfileFormProps) {
  const text = useWords(words)
  const parley = useParley()
  const form = useRef<HTMLFormElement>(null)
  const known = hasAddress(account) ? account.email : ''
  const [username, setUsername] = useState(account.username)
  const [email, setEmail] = useState(known)
  const [picture, setPicture] = useState<PictureChoice>()
  const [isUploading, setUploading] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const isChanged = username !== account.username || email !== known || picture !== undefined
  const save = useAction(async () => {
    setSaved(false)
    const saved = await parley.updateProfile({
      ...(username !== account.username && { username }),
      ...(email !== known && { email }),
      ...(picture !== undefined && { imageId: picture }),
    })
    setPicture(undefined)
    setSaved(true)
    onSaved(saved)
  })
  const faultOf = useFaults(save.error)
  return (
    <form ref={form} className="card form" onSubmit={submitted(() => void save.run())}>
      <h2>{text.profile}</h2>
      {isChanged && <UnsavedGuard />}
      <FormFailure error={save.error} {...{ fields, form }} />
      <PictureField
        label={text.picture}
        name={username}
        imageUrl={account.profileImageUrl}
        choice={picture}
        onChoose={setPicture}
        onBusy={setUploading}
        fault={faultOf('imageId')}
      />
      <TextField
        label={text.name}
        hint={text.nameHint}
        value={username}
        fault={faultOf('username')}
        autoComplete="nickname"
        maxLength={100}
        required
        dir="auto"
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <TextField
        label={text.email}
        hint={
          !hasAddress(account)
            ? text.noEmail
            : sendsMail === false && !account.emailVerified
              ? text.cannotVerify
              : undefined
        }
        type="email"
        value={email}
        fault={faultOf('email')}
        autoComplete="email"
        required={known !== ''}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <div className="row end">
        <span role="status" className="quiet">
          {isSaved && !isChanged && text.saved}
        </span>
        <Button kind="primary" type="submit" disabled={save.isRunning || isUploading || !isChanged}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
