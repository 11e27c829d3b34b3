import { useEffect } from 'react'
import { useParley, useSession } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { lateScreen } from '../shell/late-part.js'
import { Button } from '../../ui/forms/button.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { SiteLinks } from '../../ui/installation/site-links.js'
import { Link } from '../../ui/navigation/link.js'
import { navigate, useRoute } from '../../ui/navigation/route.js'
import { secondStepOf } from '../../ui/identity/second-step.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { accountPath } from './account-path.js'
import { acceptsSignUps, useInstallation } from '../../ui/sign-in/use-installation.js'
import { ProviderButtons } from '../../ui/sign-in/provider-buttons.js'
import { words as providerWords } from '../../ui/sign-in/words.js'
import { WhyAccount } from './why-account.js'
import { words as signInWords } from './sign-in-words.js'
import { words } from './words.js'

// few people have a second step
const SecondStepCard = lateScreen(({ SecondStepCard }) => SecondStepCard)

/** Signs in, then goes to the route where the person was. */
export function SignIn({ next }: { readonly next: string }) {
  const text = { ...useWords(words), ...useWords(signInWords) }
  const provider = useWords(providerWords)
  const parley = useParley()
  useTitle(text.signIn)
  const session = useSession()
  const installation = useInstallation()
  const hasPasswords = installation?.passwordSignIn ?? true
  const { query } = useRoute()
  const isRefused = query.has('refused')
  const action = useAction((email: string, password: string) => parley.signIn({ email, password }))
  // also when another tab has signed in
  useEffect(() => {
    if (session.status === 'signedIn') navigate(next, { replace: true })
  }, [session.status, next])
  const step = secondStepOf(action.error)
  if (step) return <SecondStepCard step={step} onBack={action.clear} />
  const isWrong = action.error?.code === 'UNAUTHENTICATED'
  const isBanned = action.error?.code === 'FORBIDDEN'
  const often = action.error?.code === 'RATE_LIMITED' ? action.error : undefined
  const { duration } = useFormats()
  return (
    <div className="page narrow">
      <form
        className={isWrong ? 'card form refused' : 'card form'}
        onSubmit={submitted(({ email = '', password = '' }) => void action.run(email, password))}
      >
        <h1>{text.signIn}</h1>
        {session.reason && !query.has('why') ? (
          !action.error && <p className="notice">{text.ended[session.reason]}</p>
        ) : (
          <WhyAccount />
        )}
        {isRefused && !action.error && (
          <p className="notice failure" role="alert">
            {provider.refused}
          </p>
        )}
        {isWrong || isBanned || often ? (
          <p className="notice failure" role="alert">
            {often
              ? text.tooMany(duration(often.retryAfterMs ?? 1_000))
              : isBanned
                ? text.ended.BANNED
                : text.wrongPassword}
          </p>
        ) : (
          <Failure error={action.error} />
        )}
        {hasPasswords && (
          <>
            <TextField label={text.email} name="email" type="email" autoComplete="username" required />
            <div className="with-forgot">
              <TextField
                label={text.password}
                name="password"
                type="password"
                autoComplete="current-password"
                required
              />
              <p className="row small">
                <Link to={accountPath('reset-password', next)}>{text.forgot}</Link>
              </p>
            </div>
            <Button kind="primary" type="submit" disabled={action.isRunning}>
              {text.signIn}
            </Button>
          </>
        )}
        <ProviderButtons next={next} isOnlyWay={!hasPasswords} />
        {acceptsSignUps(installation) && (
          <p className="row">
            {text.noAccount} <Link to={accountPath('sign-up', next, query.get('why'))}>{text.signUp}</Link>
          </p>
        )}
      </form>
      <SiteLinks />
    </div>
  )
}
