import { useRef, useState } from 'react'
import { useParley } from '@parley/client/react'
import type { Account } from '@parley/client'
import { sendVerification, verifyCode } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { hasAddress } from './placeholder-address.js'
import { words } from './words.js'

interface EmailVerificationProps {
  readonly account: Account
  readonly onVerified: () => void
  /** Whether the server sends mails; undefined until it has answered. */
  readonly sendsMail: boolean | undefined
}

/** Proves that the address of the account is that of its owner. */
export function EmailVerification({ account, onVerified, sendsMail }: EmailVerificationProps) {
  const text = useWords(words)
  const parley = useParley()
  const form = useRef<HTMLFormElement>(null)
  const [isSent, setSent] = useState(false)
  const { email, emailVerified } = account
  const send = useAction(async () => {
    await parley.request(sendVerification, { input: { email, verificationType: 'REGISTER' } })
    setSent(true)
  })
  const verify = useAction(async (code: string) => {
    // renews an expired token: as that of a guest the code would verify no account
    await parley.profile()
    await parley.request(verifyCode, { input: { email, code, verificationType: 'REGISTER' } })
    onVerified()
  })
  const faultOf = useFaults(verify.error)
  // without mails it cannot be verified: the field of the address says so
  if (!hasAddress(account) || (!emailVerified && !sendsMail)) return null
  return (
    <section className="card form">
      <h2>{text.verification}</h2>
      <p>{emailVerified ? text.verified(email) : text.unverified(email)}</p>
      {!emailVerified && (
        <>
          <p className="quiet" role="status">
            {isSent ? text.codeSent(email) : text.unverifiedHint}
          </p>
          <Failure error={send.error} />
          {isSent && (
            <form ref={form} className="form" onSubmit={submitted(({ code = '' }) => void verify.run(code.trim()))}>
              <FormFailure error={verify.error} fields={['code']} form={form} />
              <TextField
                label={text.code}
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                required
                fault={faultOf('code')}
              />
              <div className="row">
                <Button kind="primary" type="submit" disabled={verify.isRunning}>
                  {text.verify}
                </Button>
              </div>
            </form>
          )}
          <div className="row">
            <Button disabled={send.isRunning} onClick={() => void send.run()}>
              {isSent ? text.sendAgain : text.sendCode}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
