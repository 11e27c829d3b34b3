import { useState, type ReactNode } from 'react'
import { useParley, useSession } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { Button } from '../../ui/forms/button.js'
import { CopyButton } from '../../ui/forms/copy-button.js'
import { AddAuthenticatorApp } from '../../ui/identity/add-authenticator-app.js'
import { useRoute } from '../../ui/navigation/route.js'
import { isSocialReturn } from '../../ui/sign-in/social-return.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useAccountCheck } from './administrator.js'
import { SignIn } from './sign-in.js'
import { ToChat } from './to-chat.js'
import { words } from './words.js'

/** Shows its children to administrators only; to others the sign-in, or why they are refused. */
export function AdministratorGate({ children }: { readonly children: ReactNode }) {
  const text = useWords(words)
  const { status } = useSession()
  const { administrator, error, checkAgain } = useAccountCheck()
  // a person who proves its identity by a provider returns with a session
  useRoute()
  if (status === 'signedOut' || isSocialReturn()) return <SignIn />
  if (administrator)
    return (
      <>
        {error && (
          <div className="page fault">
            <Failure error={error} lead={text.notChecked} retry={checkAgain} />
          </div>
        )}
        {children}
      </>
    )
  if (!error) return <Loading label={text.checking} />
  if (error.code === 'FORBIDDEN') return <Refused />
  if (error.code === 'SECOND_FACTOR_SETUP_REQUIRED') return <FactorNeeded onAdded={checkAgain} />
  return (
    <div className="page narrow">
      <Failure error={error} retry={checkAgain} />
    </div>
  )
}

const grantCommand = 'npm run admin -- grant helper@example.com'

function Refused() {
  const text = useWords(words)
  const parley = useParley()
  // the server answers administrators alone: the session is forgotten here
  const leave = () => void parley.signOut().catch(() => undefined)
  return (
    <div className="page narrow">
      <div className="card form" role="alert">
        <h1>{text.notAdmin}</h1>
        <p>{text.howToBecome}</p>
        <div className="secret-box">
          <pre>
            <code>{grantCommand}</code>
          </pre>
          <CopyButton text={grantCommand} label={text.copyCommand} />
        </div>
        <Button kind="primary" onClick={leave}>
          {text.other}
        </Button>
        <ToChat />
      </div>
    </div>
  )
}

function FactorNeeded({ onAdded }: { readonly onAdded: () => void }) {
  const text = useWords(words)
  const parley = useParley()
  const [isAdding, setAdding] = useState(false)
  const leave = () => void parley.signOut().catch(() => undefined)
  return (
    <div className="page narrow">
      <div className="card form">
        <h1>{text.factorNeeded}</h1>
        <p>{text.factorHint}</p>
        <div className="row">
          <Button kind="primary" onClick={() => setAdding(true)}>
            {text.addApp}
          </Button>
          <Button onClick={leave}>{text.other}</Button>
          <ToChat />
        </div>
        {isAdding && <AddAuthenticatorApp onAdded={onAdded} onClose={() => setAdding(false)} />}
      </div>
    </div>
  )
}
