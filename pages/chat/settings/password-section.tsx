import { useRef, useState, type ReactNode } from 'react'
import { useParley } from '@parley/client/react'
import type { Account } from '@parley/client'
import { changePassword } from '@parley/client/operations'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { Link } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useInstallation } from '../../ui/sign-in/use-installation.js'
import { hasAddress } from './placeholder-address.js'
import { words } from './words.js'

interface PasswordSectionProps {
  readonly account: Account
  /** Whether the server sends mails; undefined until it has answered. */
  readonly sendsMail: boolean | undefined
}

/** Changes the password with the current one. */
export function PasswordSection({ account, sendsMail }: PasswordSectionProps) {
  const text = useWords(words)
  const installation = useInstallation()
  const reset = `/reset-password?next=%2Fsettings&email=${encodeURIComponent(account.email)}`
  const canReset = sendsMail === true && hasAddress(account)
  if (installation?.passwordSignIn === false) return null
  const other = account.hasPassword
    ? { link: text.forgotPassword, ask: text.forgotAsk }
    : { link: text.newPassword, ask: text.noPasswordAsk }
  const wayOut = sendsMail !== undefined && (canReset ? <Link to={reset}>{other.link}</Link> : other.ask)
  return (
    <section className="card form">
      <h2>{text.password}</h2>
      {account.hasPassword ? (
        <ChangeForm forgot={wayOut} />
      ) : (
        <>
          <p>{text.noPassword}</p>
          {wayOut && <p className="quiet">{wayOut}</p>}
        </>
      )}
    </section>
  )
}

/** `forgot`: what a person can do without the current password. */
function ChangeForm({ forgot }: { readonly forgot: ReactNode }) {
  const text = useWords(words)
  const parley = useParley()
  const form = useRef<HTMLFormElement>(null)
  const [isChanged, setChanged] = useState(false)
  const save = useAction(async (currentPassword: string, newPassword: string) => {
    setChanged(false)
    await parley.request(changePassword, { input: { currentPassword, newPassword } })
    form.current?.reset()
    setChanged(true)
  })
  const faultOf = useFaults(save.error)
  return (
    <form
      ref={form}
      className="form"
      onSubmit={submitted(({ current = '', password = '' }) => void save.run(current, password))}
    >
      <FormFailure error={save.error} fields={['currentPassword', 'newPassword']} form={form} />
      {isChanged && !save.error && (
        <p className="notice" role="status">
          {text.passwordChanged}
        </p>
      )}
      <TextField
        label={text.currentPassword}
        hint={forgot}
        name="current"
        type="password"
        autoComplete="current-password"
        required
        fault={faultOf('currentPassword')}
      />
      <TextField
        label={text.nextPassword}
        hint={text.nextPasswordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={8}
        required
        fault={faultOf('newPassword')}
      />
      <div className="row end">
        <Button kind="primary" type="submit" disabled={save.isRunning}>
          {text.changePassword}
        </Button>
      </div>
    </form>
  )
}
