import { useEffect, useState } from 'react'
import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useAction } from '../../ui/forms/use-action.js'
import { secondStepOf } from '../../ui/identity/second-step.js'
import { replaceAddress } from '../../ui/navigation/route.js'
import { serverPath } from '../../ui/navigation/server-url.js'
import { useWords } from '../../ui/text/catalogue.js'
import { SecondStepCard } from './second-step-card.js'
import { finishSocialSignIn } from '../../ui/sign-in/social-request.js'
import { isSocialReturn } from '../../ui/sign-in/social-return.js'
import { useInstallation } from '../../ui/sign-in/use-installation.js'
import { words as socialWords } from './social-words.js'
import { words as signInWords } from './sign-in-words.js'
import { words } from './words.js'

/** Where a provider sends a person back: signs in, then goes to the route where they were. */
export function SocialReturn() {
  const text = { ...useWords(words), ...useWords(signInWords), ...useWords(socialWords) }
  const parley = useParley()
  const installation = useInstallation()
  const [next, setNext] = useState('/')
  const finish = useAction(async () => {
    const { next: path, isRefused } = await finishSocialSignIn(parley, setNext)
    replaceAddress(isRefused ? `/sign-in?refused=1&next=${encodeURIComponent(path)}` : path)
  })
  const { run } = finish
  const isClosed = finish.error?.code === 'FORBIDDEN' && installation?.registrationByProvider === 'CLOSED'
  useEffect(() => {
    const isReturn = isSocialReturn()
    if (isReturn) void run()
    // once: the code is valid for one sign-in; a link that is copied or a history must not have it
    replaceAddress(isReturn ? '/sign-in/return' : '/sign-in')
  }, [])
  const isWaiting = finish.error?.code === 'AWAITING_APPROVAL'
  const step = secondStepOf(finish.error)
  if (step)
    return <SecondStepCard step={step} onDone={() => replaceAddress(next)} onBack={() => replaceAddress('/sign-in')} />
  if (!finish.error) return <Loading label={text.socialRunning} />
  return (
    <div className="page narrow">
      <div className="card form">
        <h1>{isWaiting ? text.waiting : text.signIn}</h1>
        {isWaiting ? (
          <p className="notice" role="status">
            {text.waitingHint} {installation?.sendsMail && text.waitingMail}
          </p>
        ) : isClosed ? (
          <p className="notice failure" role="alert">
            {text.closed}
          </p>
        ) : finish.error.code === 'FORBIDDEN' ? (
          <p className="notice failure" role="alert">
            {text.socialForbidden}
          </p>
        ) : finish.error.code === 'BAD_USER_INPUT' ? (
          <p className="notice failure" role="alert">
            {text.socialInvitation}
          </p>
        ) : (
          <Failure error={finish.error} />
        )}
        <a className="button primary" href={serverPath('#/sign-in')}>
          {text.backToSignIn}
        </a>
      </div>
    </div>
  )
}
