import { useRef, useState } from 'react'
import { useParley } from '@parley/client/react'
import { passwordLink, usePasswordLink } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useRoute } from '../../ui/navigation/route.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as passwordWords } from './password-words.js'
import { words as signInWords } from './sign-in-words.js'
import { words } from './words.js'

/** Sets a password with the link of an administrator. Opening it reads whose it is: programs that open links use none up. */
export function PasswordLink() {
  const text = { ...useWords(words), ...useWords(signInWords), ...useWords(passwordWords) }
  const parley = useParley()
  const form = useRef<HTMLFormElement>(null)
  const token = useRoute().query.get('token') ?? ''
  const [isDone, setDone] = useState(false)
  const save = useAction(async (newPassword: string) => {
    await parley.request(usePasswordLink, { input: { token, newPassword } })
    setDone(true)
  })
  const faultOf = useFaults(save.error)
  const offered = useLoaded(
    async (signal) => (token === '' ? null : (await parley.request(passwordLink, { token }, { signal })).passwordLink),
    token,
  )
  const isDead = !isDone && (offered.value === null || faultOf('token') !== null)
  useTitle(text.choosePassword)
  if (offered.error)
    return (
      <div className="page narrow">
        <Failure error={offered.error} retry={offered.reload} />
      </div>
    )
  if (offered.value === undefined) return <Loading />
  return (
    <div className="page narrow">
      <div className="card form">
        <h1>{isDead ? text.deadLink : text.choosePassword}</h1>
        {isDone || isDead ? (
          <>
            <p className={isDead ? 'quiet' : 'notice'} role={isDead ? 'alert' : 'status'}>
              {isDead ? text.deadLinkHint : text.resetDone}
            </p>
            <LinkButton kind="primary" to="/sign-in">
              {text.signIn}
            </LinkButton>
          </>
        ) : (
          <form ref={form} className="form" onSubmit={submitted(({ password = '' }) => void save.run(password))}>
            <p className="quiet">
              {offered.value && text.passwordOf(offered.value.username)} {text.choosePasswordHint}
            </p>
            <FormFailure error={save.error} fields={['newPassword']} form={form} />
            <TextField
              label={text.newPassword}
              hint={text.passwordHint}
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={8}
              required
              fault={faultOf('newPassword')}
            />
            <Button kind="primary" type="submit" disabled={save.isRunning}>
              {text.savePassword}
            </Button>
          </form>
        )}
      </div>
    </div>
  )
}
