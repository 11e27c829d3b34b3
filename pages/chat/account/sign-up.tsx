import { useEffect, useRef, useState } from 'react'
import { ParleyError } from '@parley/client'
import { useParley, useSession } from '@parley/client/react'
import { sendVerification, verifyCode } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { SiteLinks } from '../../ui/installation/site-links.js'
import { Link } from '../../ui/navigation/link.js'
import { navigate, useRoute } from '../../ui/navigation/route.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { accountPath } from './account-path.js'
import { ProviderButtons } from '../../ui/sign-in/provider-buttons.js'
import { useInstallation } from '../../ui/sign-in/use-installation.js'
import { Agreements } from './agreements.js'
import { WhyAccount } from './why-account.js'
import { words } from './words.js'

const hasRule = (error: unknown, rule: string): boolean =>
  error instanceof ParleyError && (error.details.fields ?? []).some((field) => field.rule === rule)

/** A domain in the form that is compared. */
const hostOf = (domain: string): string =>
  URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain

/** Creates an account and signs in, then goes to the route where the person was. */
export function SignUp({ next }: { readonly next: string }) {
  const text = useWords(words)
  const parley = useParley()
  useTitle(text.signUp)
  const { status } = useSession()
  const { query } = useRoute()
  const installation = useInstallation()
  const domains = installation?.registrationDomains ?? []
  const lost = useRef<string>(undefined)
  const [codeSentTo, setCodeSentTo] = useState<string>()
  const proof = useRef<{ readonly email: string; readonly token: string | null }>(undefined)
  const sendCode = async (email: string) => {
    await parley.request(sendVerification, { input: { email, verificationType: 'REGISTER' } })
    setCodeSentTo(email)
  }
  const again = useAction(sendCode)
  const action = useAction(async (fields: Readonly<Record<string, string>>) => {
    const { username = '', email = '', password = '' } = fields
    // the server refuses any other address, and sends no code to it
    const domain = hostOf(email.slice(email.lastIndexOf('@') + 1))
    const isProofNeeded = domains.some((each) => hostOf(each) === domain)
    if (isProofNeeded && codeSentTo !== email) return sendCode(email)
    if (isProofNeeded && proof.current?.email !== email) {
      const input = { email, code: fields['code']?.trim() ?? '', verificationType: 'REGISTER' } as const
      try {
        proof.current = { email, token: (await parley.request(verifyCode, { input })).verifyCode.registrationToken }
      } catch (error) {
        // there is no code any more: the next try sends another one
        if (!hasRule(error, 'invalid_verification_code')) setCodeSentTo(undefined)
        throw error
      }
    }
    const registrationToken = proof.current?.token
    const credentials = JSON.stringify([email, password])
    try {
      await parley.register({ username, email, password, eulaAgreed: true, privacyAgreed: true, registrationToken })
    } catch (error) {
      const isRepeat = lost.current === credentials
      if (hasRule(error, 'unknown_registration_token')) {
        proof.current = undefined
        setCodeSentTo(undefined)
      }
      if (!hasRule(error, 'taken')) lost.current = credentials
      // the last try can have created the account before it failed
      if (!isRepeat || !hasRule(error, 'taken')) throw error
      await parley.signIn({ email, password })
    }
  })
  const form = useRef<HTMLFormElement>(null)
  const faultOf = useFaults(action.error)
  useEffect(() => {
    if (status === 'signedIn') navigate(next, { replace: true })
  }, [status, next])
  const hasPasswords = installation?.passwordSignIn ?? true
  const isClosed = (hasPasswords ? installation?.registration : installation?.registrationByProvider) === 'CLOSED'
  if (isClosed || !hasPasswords || (domains.length > 0 && installation?.sendsMail === false))
    return (
      <div className="page narrow">
        <div className="card form">
          <h1>{text.signUp}</h1>
          {isClosed ? <p className="notice">{text.closed}</p> : <ProviderButtons next={next} isOnlyWay />}
          <p className="row">
            {text.hasAccount} <Link to={accountPath('sign-in', next, query.get('why'))}>{text.signIn}</Link>
          </p>
        </div>
      </div>
    )
  return (
    <div className="page narrow">
      <form ref={form} className="card form" onSubmit={submitted((fields) => void action.run(fields))}>
        <h1>{text.signUp}</h1>
        <WhyAccount />
        {action.error?.code === 'FORBIDDEN' ? (
          <p className="notice failure" role="alert">
            {domains.length > 0 ? text.otherDomain(domains.join(', ')) : text.closed}
          </p>
        ) : (
          <FormFailure error={action.error} fields={['username', 'email', 'password', 'code']} form={form} />
        )}
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
          hint={domains.length > 0 ? text.domains(domains.join(', ')) : undefined}
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
        {codeSentTo !== undefined && (
          <>
            <p className="notice" role="status">
              {text.proofSent(codeSentTo)}
            </p>
            <TextField
              label={text.code}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              fault={faultOf('code')}
              required
            />
            <Failure error={again.error} />
            <Button disabled={again.isRunning} onClick={() => void again.run(codeSentTo)}>
              {text.sendAgain}
            </Button>
          </>
        )}
        <Agreements />
        <Button kind="primary" type="submit" disabled={action.isRunning}>
          {text.signUp}
        </Button>
        <p className="row">
          {text.hasAccount} <Link to={accountPath('sign-in', next, query.get('why'))}>{text.signIn}</Link>
        </p>
      </form>
      <SiteLinks />
    </div>
  )
}
