import { useCallback, useEffect, useState } from 'react'
import { ParleyError } from '@parley/client'
import { useParley } from '@parley/client/react'
import { confirmIdentity } from '@parley/client/operations'
import { Dialog } from '../feedback/dialog.js'
import { Failure } from '../feedback/failure.js'
import { Loading } from '../feedback/loading.js'
import { words as feedbackWords } from '../feedback/words.js'
import { Button } from '../forms/button.js'
import { TextField } from '../forms/fields.js'
import { submitted } from '../forms/submitted.js'
import { useAction } from '../forms/use-action.js'
import { isAtConsolePath } from '../navigation/console-path.js'
import { useRoute } from '../navigation/route.js'
import { ProviderButtons } from '../sign-in/provider-buttons.js'
import { useWords } from '../text/catalogue.js'
import { SecondFactor } from './second-factor.js'
import { secondStepOf } from './second-step.js'
import { words } from './words.js'

interface ConfirmIdentityProps {
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/**
 * Asks for what the server accepts as a proof of identity: a second factor where the account has one, else the password,
 * else another sign-in by its provider.
 */
export function ConfirmIdentity({ onConfirmed, onClose }: ConfirmIdentityProps) {
  const text = useWords(words)
  const parley = useParley()
  const { cancel } = useWords(feedbackWords)
  const { path } = useRoute()
  // without a proof the server says which one it needs
  const ask = useAction(() => parley.request(confirmIdentity, { input: {} }))
  const confirm = useAction(async (password: string) => {
    await parley.request(confirmIdentity, { input: { password } })
    onConfirmed()
  })
  const { run } = ask
  useEffect(() => {
    void run()
    // once: each time makes a challenge
  }, [])
  const step = secondStepOf(ask.error)
  const prove = async (proof: object) => {
    await parley.request(confirmIdentity, { input: { challenge: step?.challenge ?? null, ...proof } })
    onConfirmed()
  }
  const isWrong = confirm.error?.details.fields?.some(({ path }) => path.includes('password')) ?? false
  return (
    <Dialog title={text.title} onClose={onClose}>
      {ask.error === null && <Loading />}
      {step && <SecondFactor step={step} prove={prove} onBack={onClose} />}
      {ask.error?.code === 'CONFLICT' && (
        <div className="form">
          <p>{text.signInAgain}</p>
          <ProviderButtons next={isAtConsolePath() ? `/console${path}` : path} isOnlyWay={false} />
          <div className="row end">
            <Button onClick={onClose}>{cancel}</Button>
          </div>
        </div>
      )}
      {ask.error?.code === 'BAD_USER_INPUT' && (
        <form className="form" onSubmit={submitted(({ password = '' }) => void confirm.run(password))}>
          {!isWrong && <Failure error={confirm.error} />}
          <TextField
            label={text.password}
            hint={text.passwordHint}
            fault={isWrong ? text.wrongPassword : null}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
          <div className="row end">
            <Button onClick={onClose}>{cancel}</Button>
            <Button kind="primary" type="submit" disabled={confirm.isRunning}>
              {text.confirm}
            </Button>
          </div>
        </form>
      )}
      {ask.error && !step && !['CONFLICT', 'BAD_USER_INPUT'].includes(ask.error.code) && (
        <Failure error={ask.error} retry={() => void run()} />
      )}
    </Dialog>
  )
}

interface Waiting {
  readonly go: () => void
  readonly leave: () => void
}

/**
 * Runs tasks that need a recent proof of identity: asks for it where the server does, then runs the task again. `dialog`
 * has to be rendered. A person who closes it ends the task with ABORTED.
 */
export function useConfirmed() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const confirmed = useCallback(async <Result,>(task: () => Promise<Result>): Promise<Result> => {
    try {
      return await task()
    } catch (reason) {
      if (ParleyError.from(reason).code !== 'REAUTHENTICATION_REQUIRED') throw reason
      await new Promise<void>((go, refuse) => {
        setWaiting({ go, leave: () => refuse(new ParleyError('ABORTED')) })
      }).finally(() => setWaiting(null))
      return task()
    }
  }, [])
  const dialog = waiting && <ConfirmIdentity onConfirmed={waiting.go} onClose={waiting.leave} />
  return { confirmed, dialog }
}
