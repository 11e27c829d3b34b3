import { useEffect, useState } from 'react'
import { useParley, useSession } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { SecondFactor } from '../../ui/identity/second-factor.js'
import { words as identityWords } from '../../ui/identity/words.js'
import { secondStepOf, type FactorProof } from '../../ui/identity/second-step.js'
import { replaceAddress, useRoute } from '../../ui/navigation/route.js'
import { ProviderButtons } from '../../ui/sign-in/provider-buttons.js'
import { words as providerWords } from '../../ui/sign-in/words.js'
import { finishSocialSignIn } from '../../ui/sign-in/social-request.js'
import { isSocialReturn } from '../../ui/sign-in/social-return.js'
import { useInstallation } from '../../ui/sign-in/use-installation.js'
import { useWords } from '../../ui/text/catalogue.js'
import { isPublicConsole, ownRoute, routeFromProvider } from './public-console.js'
import { ToChat } from './to-chat.js'
import { words } from './words.js'

const goTo = (path: string) => replaceAddress(ownRoute(path), isPublicConsole ? 'console' : '')

/** In the place of every screen until there is a session: the address stays, so the person continues there. */
export function SignIn() {
  const text = useWords(words)
  const provider = useWords(providerWords)
  const identity = useWords(identityWords)
  const parley = useParley()
  const { reason } = useSession()
  const { path } = useRoute()
  const hasPasswords = useInstallation()?.passwordSignIn ?? true
  const [isRefused, setRefused] = useState(false)
  const finish = useAction(async () => {
    const { next, isRefused: refused } = await finishSocialSignIn(parley, goTo)
    if (refused) goTo(next)
    setRefused(refused)
  })
  const { run } = finish
  useEffect(() => {
    if (isSocialReturn()) void run()
    // once: the code is valid for one sign-in
  }, [])
  const action = useAction((email: string, password: string) => parley.signIn({ email, password }))
  const step = secondStepOf(action.error) ?? secondStepOf(finish.error)
  const prove = async (proof: FactorProof) => {
    await parley.completeSignIn({ challenge: step?.challenge ?? '', ...proof })
  }
  const back = () => {
    action.clear()
    finish.clear()
  }
  if (step)
    return (
      <div className="page narrow">
        <div className="card form">
          <h1>{identity.title}</h1>
          <SecondFactor step={step} prove={prove} onBack={back} />
          <ToChat />
        </div>
      </div>
    )
  const code = action.error?.code
  const refusal = code === 'UNAUTHENTICATED' ? text.wrongPassword : code === 'FORBIDDEN' ? text.banned : null
  return (
    <div className="page narrow">
      <form
        className="card form"
        onSubmit={submitted(({ email = '', password = '' }) => void action.run(email, password))}
      >
        <h1>{text.signIn}</h1>
        <p className="quiet">{text.hint}</p>
        {reason && !action.error && <p className="notice">{text.ended[reason]}</p>}
        {refusal === null ? (
          <Failure error={action.error} />
        ) : (
          <p className="notice failure" role="alert">
            {refusal}
          </p>
        )}
        {isRefused && (
          <p className="notice failure" role="alert">
            {provider.refused}
          </p>
        )}
        <Failure error={finish.error} />
        {hasPasswords && (
          <>
            <TextField label={text.email} name="email" type="email" autoComplete="username" required autoFocus />
            <TextField label={text.password} name="password" type="password" autoComplete="current-password" required />
            <Button kind="primary" type="submit" disabled={action.isRunning}>
              {text.enter}
            </Button>
          </>
        )}
        <ProviderButtons next={isPublicConsole ? routeFromProvider(path) : path} isOnlyWay={!hasPasswords} />
        <ToChat />
      </form>
    </div>
  )
}
