import { useEffect, useRef } from 'react'
import { ParleyError } from '@parley/client'
import { useParley, useSession } from '@parley/client/react'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { Checkbox, TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { Link } from '../../ui/navigation/link.js'
import { navigate, useRoute } from '../../ui/navigation/route.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { accountPath } from './account-path.js'
import { WhyAccount } from './why-account.js'
import { words } from './words.js'

const isTaken = (error: unknown): boolean =>
  error instanceof ParleyError && (error.details.fields ?? []).some(({ rule }) => rule === 'taken')

/** Creates an account and signs in, then goes to the route where the person was. */
export function SignUp({ next }: { readonly next: string }) {
  const text = useWords(words)
  const parley = useParley()
  useTitle(text.signUp)
  const { status } = useSession()
  const { query } = useRoute()
  const lost = useRef<string>(undefined)
  const action = useAction(async (fields: Readonly<Record<string, string>>) => {
    const { username = '', email = '', password = '' } = fields
    const credentials = JSON.stringify([email, password])
    try {
      await parley.register({ username, email, password, eulaAgreed: true, privacyAgreed: true })
    } catch (error) {
      const isRepeat = lost.current === credentials
      if (!isTaken(error)) lost.current = credentials
      // the last try can have created the account before it failed
      if (!isRepeat || !isTaken(error)) throw error
      await parley.signIn({ email, password })
    }
  })
  const form = useRef<HTMLFormElement>(null)
  const faultOf = useFaults(action.error)
  useEffect(() => {
    if (status === 'signedIn') navigate(next, { replace: true })
  }, [status, next])
  return (
    <div className="page narrow">
      <form ref={form} className="card form" onSubmit={submitted((fields) => void action.run(fields))}>
        <h1>{text.signUp}</h1>
        <WhyAccount />
        <FormFailure error={action.error} fields={['username', 'email', 'password']} form={form} />
        <TextField
          label={text.username}
          hint={text.usernameHint}
          name="username"
          autoComplete="nickname"
          fault={faultOf('username')}
          maxLength={100}
          required
        />
        <TextField
          label={text.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          fault={faultOf('email')}
        />
        <TextField
          label={text.password}
          hint={text.passwordHint}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          fault={faultOf('password')}
          required
        />
        <Checkbox label={text.eula} name="eula" required />
        <Checkbox label={text.privacy} name="privacy" required />
        <Button kind="primary" type="submit" disabled={action.isRunning}>
          {text.signUp}
        </Button>
        <p className="row">
          {text.hasAccount} <Link to={accountPath('sign-in', next, query.get('why'))}>{text.signIn}</Link>
        </p>
      </form>
    </div>
  )
}
