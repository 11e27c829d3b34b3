import { useState } from 'react'
import { Button } from '../forms/button.js'
import { TextField } from '../forms/fields.js'
import { submitted } from '../forms/submitted.js'
import { useAction } from '../forms/use-action.js'
import { useWords } from '../text/catalogue.js'
import { FactorFailure, isChallengeOver, isWrongProof } from './factor-failure.js'
import { getPasskey, hasPasskeysOf } from './passkeys.js'
import type { FactorProof, SecondStep } from './second-step.js'
import { words } from './words.js'

interface SecondFactorProps {
  readonly step: SecondStep
  readonly prove: (proof: FactorProof) => Promise<unknown>
  /** Leaves the step, also when its challenge is over. */
  readonly onBack: () => void
}

/** Asks for a passkey, a code of the authenticator app or a recovery code: what the account has, and works here. */
export function SecondFactor({ step: { methods, passkeyOptions }, prove, onBack }: SecondFactorProps) {
  const text = useWords(words)
  const hasApp = methods.includes('TOTP')
  const canRecover = methods.includes('RECOVERY_CODE')
  const domain = passkeyOptions && 'rpId' in passkeyOptions ? String(passkeyOptions.rpId) : null
  const hasPasskey = domain !== null && hasPasskeysOf(domain)
  const [isRecovering, setRecovering] = useState(!hasApp && !hasPasskey)
  const action = useAction(prove)
  const passkey = useAction(async () => prove({ passkey: await getPasskey(passkeyOptions ?? {}) }))
  const isBusy = action.isRunning || passkey.isRunning
  const send = ({ code, recoveryCode }: FactorProof) =>
    void action.run(recoveryCode === undefined ? { code: code ?? '' } : { recoveryCode })
  const other = (recovering: boolean) => {
    action.clear()
    passkey.clear()
    setRecovering(recovering)
  }
  const error = action.error ?? passkey.error
  const isRefused = isWrongProof(action.error)
  if (isChallengeOver(error)) return <FactorFailure error={error} onBack={onBack} />
  return (
    <div className="form">
      <FactorFailure error={error} onBack={onBack} />
      {domain !== null && !hasPasskey && <p className="notice">{text.passkeyElsewhere}</p>}
      {hasPasskey && !isRecovering && <p className="quiet">{text.passkeyHint}</p>}
      {hasPasskey && !isRecovering && (
        <Button kind="primary" autoFocus disabled={isBusy} onClick={() => void passkey.run()}>
          {text.usePasskey}
        </Button>
      )}
      {hasApp && hasPasskey && !isRecovering && <p className="quiet row center">{text.or}</p>}
      {(hasApp || isRecovering) && (
        <form key={String(isRecovering)} className={isRefused ? 'form refused' : 'form'} onSubmit={submitted(send)}>
          {isRecovering ? (
            <TextField
              label={text.recoveryCode}
              hint={canRecover ? text.recoveryHint : text.noRecovery}
              name="recoveryCode"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              autoFocus
            />
          ) : (
            <TextField
              label={text.code}
              hint={text.codeHint}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="\s*(\d\s*){6}"
              required
              autoFocus={!hasPasskey}
            />
          )}
          <Button kind={hasPasskey && !isRecovering ? undefined : 'primary'} type="submit" disabled={isBusy}>
            {text.confirm}
          </Button>
        </form>
      )}
      <div className="row">
        <Button isSmall onClick={onBack}>
          {text.back}
        </Button>
        {!isRecovering && canRecover && (
          <Button isSmall kind="link" onClick={() => other(true)}>
            {text.useRecoveryCode}
          </Button>
        )}
        {isRecovering && (hasApp || hasPasskey) && (
          <Button isSmall kind="link" onClick={() => other(false)}>
            {hasApp ? text.useApp : text.usePasskey}
          </Button>
        )}
      </div>
    </div>
  )
}
