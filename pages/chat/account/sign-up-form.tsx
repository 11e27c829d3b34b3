import { type ReactNode, useRef, useState } from 'react'
import { ParleyError } from '@parley/client'
import { useParley } from '@parley/client/react'
import { sendVerification, verifyCode } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { SiteLinks } from '../../ui/installation/site-links.js'
import { Link } from '../../ui/navigation/link.js'
import { useRoute } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { accountPath } from './account-path.js'
import { Providers } from './providers.js'
import { Agreements } from './agreements.js'
import { words } from './words.js'

const hasRule = (error: unknown, rule: string): boolean =>
  error instanceof ParleyError && (error.details.fields ?? []).some((field) => field.rule === rule)

/** A domain in the form that is compared. */
const hostOf = (domain: string): string =>
  URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain

interface SignUpFormProps {
  readonly next: string
  /** The domains of new addresses, which a code proves; empty: all. */
  readonly domains: readonly string[]
  /** The token of an invitation, and the address that it is for. */
  readonly invitation: { readonly token: string; readonly email: string | null } | undefined
  readonly children: ReactNode
  readonly onCreated: () => void
}

/** The form of a new account: creates it and signs in. `children` is above the fields; `onCreated` runs if it awaits approval. */
export function SignUpForm({ next, domains, invitation, children, onCreated }: SignUpFormProps) {
  const text = useWords(words)
  const parley = useParley()
  const { query } = useRoute()
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
      const invited = invitation && { invitationToken: invitation.token }
      const agreed = { eulaAgreed: true, privacyAgreed: true }
      await parley.register({ username, email, password, ...agreed, registrationToken, ...invited })
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'AWAITING_APPROVAL') return onCreated()
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
  const isEmailTaken = action.error?.details.fields?.some(
    ({ path, rule }) => rule === 'taken' && path.includes('email'),
  )
  const signInPath = accountPath('sign-in', next, query.get('why'))
  return (
    <div className="page narrow">
      <form ref={form} className="card form" onSubmit={submitted((fields) => void action.run(fields))}>
        {children}
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
          {...(invitation?.email ? { value: invitation.email, readOnly: true } : {})}
          hint={domains.length > 0 ? text.domains(domains.join(', ')) : undefined}
          fault={
            isEmailTaken ? (
              <>
                {text.takenEmail} <Link to={signInPath}>{text.signInInstead}</Link>
              </>
            ) : (
              faultOf('email')
            )
          }
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
        <Providers next={next} isOnlyWay={false} invitationToken={invitation?.token} />
        <p className="row">
          {text.hasAccount} <Link to={signInPath}>{text.signIn}</Link>
        </p>
      </form>
      <SiteLinks />
    </div>
  )
}
