import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import { useParley } from '@parley/client/react'
import { addTotp, startTotp } from '@parley/client/operations'
import { Dialog } from '../feedback/dialog.js'
import { Failure } from '../feedback/failure.js'
import { Loading } from '../feedback/loading.js'
import { words as feedbackWords } from '../feedback/words.js'
import { Button } from '../forms/button.js'
import { CopyButton } from '../forms/copy-button.js'
import { TextField } from '../forms/fields.js'
import { submitted } from '../forms/submitted.js'
import { useAction } from '../forms/use-action.js'
import { useWords } from '../text/catalogue.js'
import { useConfirmed } from './confirm-identity.js'
import { FactorFailure } from './factor-failure.js'
import { RecoveryCodes } from './recovery-codes.js'
import { words } from './setup-words.js'

interface AddAuthenticatorAppProps {
  readonly onAdded: () => void
  readonly onClose: () => void
}

/** Shows the secret of a new authenticator app, and adds the app once it shows a right code. */
export function AddAuthenticatorApp({ onAdded, onClose }: AddAuthenticatorAppProps) {
  const text = useWords(words)
  const parley = useParley()
  const { cancel } = useWords(feedbackWords)
  const { confirmed, dialog } = useConfirmed()
  const [started, setStarted] = useState<{ challenge: string; secret: string; uri: string }>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const start = useAction(async () => {
    setStarted((await confirmed(() => parley.request(startTotp, {}))).startTotp)
  })
  const add = useAction(async (code: string) => {
    const input = { challenge: started?.challenge ?? '', code, name: text.name }
    const { recoveryCodes } = (await parley.request(addTotp, { input })).addTotp
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    else onAdded()
  })
  const { run } = start
  useEffect(() => {
    void run().then((isStarted) => !isStarted && onClose())
    // once: each time makes a secret
  }, [])
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={onAdded} />
  if (dialog) return dialog
  return (
    <Dialog title={text.addApp} onClose={onClose}>
      <Failure error={start.error} />
      {!started && !start.error && <Loading />}
      {started && (
        <form className="form" onSubmit={submitted(({ code = '' }) => void add.run(code))}>
          <p>{text.scan}</p>
          <div className="row center">
            <QrCode text={started.uri} label={text.picture} />
          </div>
          <div className="field">
            <span className="quiet small">{text.key}</span>
            <div className="secret-box">
              <code translate="no" className="break">
                {(started.secret.match(/.{1,4}/g) ?? []).join(' ')}
              </code>
              <CopyButton text={started.secret} label={text.copyKey} />
            </div>
          </div>
          <FactorFailure error={add.error} onBack={onClose} />
          <TextField
            label={text.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\s*(\d\s*){6}"
            required
            autoFocus
          />
          <div className="row end">
            <Button onClick={onClose}>{cancel}</Button>
            <Button kind="primary" type="submit" disabled={add.isRunning}>
              {text.add}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

/** Black on white in every theme: scanners read no other colours. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg width="192" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
