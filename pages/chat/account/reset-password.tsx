import { useRef, useState } from 'react'
import { useParley, useSession } from '@parley/client/react'
import { resetPassword, sendVerification, verifyCode } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { SiteLinks } from '../../ui/installation/site-links.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useRoute } from '../../ui/navigation/route.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useInstallation } from '../../ui/sign-in/use-installation.js'
import { accountPath } from './account-path.js'
import { words as passwordWords } from './password-words.js'
import { words as signInWords } from './sign-in-words.js'
import { words } from './words.js'

/** Sends a code to an address, then sets a new password with it. The link of a mail has the token, and needs no code. */
export function ResetPassword({ next }: { readonly next: string }) {
  const text = { ...useWords(words), ...useWords(signInWords), ...useWords(passwordWords) }
  const parley = useParley()
  const { query } = useRoute()
  const installation = useInstallation()
  const [email, setEmail] = useState(query.get('email') ?? '')
  const token = query.get('token')
  const [step, setStep] = useState<'address' | 'code' | 'link' | 'done'>(token === null ? 'address' : 'link')
  const send = useAction(async () => {
    await parley.request(sendVerification, { input: { email, verificationType: 'PASSWORD_RESET' } })
    setStep('code')
  })
  useTitle(text.reset)
  const hasPasswords = installation?.passwordSignIn ?? true
  const toSignIn = accountPath('sign-in', next)
  const isWithoutMail = step === 'address' && installation?.sendsMail === false
  return (
    <div className="page narrow">
      <div className="card form">
        <h1>{isWithoutMail ? text.forgot : text.reset}</h1>
        {step === 'address' && !installation && <Loading />}
        {!hasPasswords && <p className="notice">{text.noPasswords}</p>}
        {hasPasswords && isWithoutMail && <p className="notice">{text.noMail}</p>}
        {hasPasswords && step === 'address' && installation?.sendsMail && (
          <form className="form" onSubmit={submitted(() => void send.run())}>
            <p className="quiet">{text.resetHint}</p>
            <Failure error={send.error} />
            <TextField
              label={text.email}
              type="email"
              value={email}
              autoComplete="username"
              required
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <Button kind="primary" type="submit" disabled={send.isRunning}>
              {text.resetSend}
            </Button>
          </form>
        )}
        {step === 'code' && (
          <>
            <p className="notice" role="status">
              {text.codeSent(email)}
            </p>
            <NewPassword email={email} onDone={() => setStep('done')} />
            <Failure error={send.error} />
            <Button disabled={send.isRunning} onClick={() => void send.run()}>
              {text.sendAgain}
            </Button>
          </>
        )}
        {hasPasswords && step === 'link' && <NewPassword token={token} onDone={() => setStep('done')} />}
        {step === 'done' ? (
          <>
            <p className="notice" role="status">
              {text.resetDone}
            </p>
            <LinkButton kind="primary" to={toSignIn}>
              {text.signIn}
            </LinkButton>
          </>
        ) : (
          <BackToSignIn to={toSignIn} />
        )}
      </div>
      <SiteLinks />
    </div>
  )
}

/** For those who are signed in the way back is to where they were. */
function BackToSignIn({ to }: { readonly to: string }) {
  const text = { ...useWords(words), ...useWords(signInWords), ...useWords(passwordWords) }
  const { status } = useSession()
  return <LinkButton to={to}>{status === 'signedIn' ? text.back : text.backToSignIn}</LinkButton>
}

interface NewPasswordProps {
  /** The address that a code was sent to; absent with a token. */
  readonly email?: string
  readonly token?: string | null
  readonly onDone: () => void
}

function NewPassword({ email = '', token = null, onDone }: NewPasswordProps) {
  const text = { ...useWords(words), ...useWords(signInWords), ...useWords(passwordWords) }
  const parley = useParley()
  const form = useRef<HTMLFormElement>(null)
  // a code can be used once: after a refused password its token is still valid
  const verified = useRef<{ readonly code: string; readonly resetToken: string }>(undefined)
  const tokenOf = async (code: string): Promise<string> => {
    if (verified.current?.code === code) return verified.current.resetToken
    const input = { email, code, verificationType: 'PASSWORD_RESET' } as const
    const resetToken = (await parley.request(verifyCode, { input })).verifyCode.resetToken ?? ''
    verified.current = { code, resetToken }
    return resetToken
  }
  const save = useAction(async (code: string, newPassword: string) => {
    const resetToken = token ?? (await tokenOf(code))
    await parley.request(resetPassword, { input: { resetToken, newPassword } })
    onDone()
  })
  const faultOf = useFaults(save.error)
  return (
    <form
      ref={form}
      className="form"
      onSubmit={submitted(({ code = '', password = '' }) => void save.run(code.trim(), password))}
    >
      <FormFailure error={save.error} fields={['code', 'resetToken', 'newPassword']} form={form} />
      {token === null ? (
        <TextField
          label={text.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          fault={faultOf('code') ?? faultOf('resetToken')}
        />
      ) : (
        faultOf('resetToken') && (
          <p className="notice failure" role="alert">
            {text.linkUsed}
          </p>
        )
      )}
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
        {text.reset}
      </Button>
    </form>
  )
}
