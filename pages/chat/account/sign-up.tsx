import { type ReactNode, useEffect, useState } from 'react'
import { useParley, useSession } from '@parley/client/react'
import { invitation as invitationOf } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { navigate, useRoute } from '../../ui/navigation/route.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useInstallation } from '../../ui/sign-in/use-installation.js'
import { useWords } from '../../ui/text/catalogue.js'
import { latePart } from '../shell/late-part.js'
import { accountPath } from './account-path.js'
import { Providers } from './providers.js'
import { SignUpForm } from './sign-up-form.js'
import { WhyAccount } from './why-account.js'
import { words } from './words.js'

const DeadLink = latePart(({ DeadLink }) => DeadLink)
const NoProof = latePart(({ NoProof }) => NoProof)

interface SignUpProps {
  /** The path of the route after the sign-in. */
  readonly next: string
  /** Whether the link is that of the first administrator. */
  readonly isSetUp?: boolean
}

/**
 * Creates an account where the policy or an invitation allows it. The link of an invitation has its token; opening it changes
 * nothing.
 */
export function SignUp({ next, isSetUp = false }: SignUpProps) {
  const text = useWords(words)
  const parley = useParley()
  const title = isSetUp ? text.setUp : text.signUp
  useTitle(title)
  const { status } = useSession()
  const token = useRoute().query.get('invitation')
  const installation = useInstallation()
  const [isWaiting, setWaiting] = useState(false)
  const offered = useLoaded(
    async (signal) => (token === null ? null : (await parley.request(invitationOf, { token }, { signal })).invitation),
    token ?? '',
  )
  useEffect(() => {
    if (status === 'signedIn') navigate(next, { replace: true })
  }, [status, next])
  if (offered.error)
    return (
      <Card title={title} next={next}>
        <Failure error={offered.error} retry={offered.reload} />
      </Card>
    )
  if (offered.value === undefined) return <Loading />
  const invitation = token !== null && offered.value ? { token, email: offered.value.email } : undefined
  if ((token !== null || isSetUp) && !invitation) return <DeadLink {...{ next, isSetUp }} />
  if (isWaiting)
    return (
      <Card title={text.waiting} next={next}>
        <p className="notice" role="status">
          {text.waitingHint} {installation?.sendsMail && text.waitingMail}
        </p>
      </Card>
    )
  const hasPasswords = installation?.passwordSignIn ?? true
  const policy = hasPasswords ? installation?.registration : installation?.registrationByProvider
  const domains = invitation ? [] : (installation?.registrationDomains ?? [])
  if (!invitation && (policy === 'CLOSED' || policy === 'INVITE'))
    return (
      <Card title={title} next={next}>
        <p className="notice">{policy === 'CLOSED' ? text.closed : text.inviteOnly}</p>
      </Card>
    )
  if (!hasPasswords)
    return (
      <Card title={title} next={next} kind="plain">
        <Providers next={next} isOnlyWay invitationToken={invitation?.token} />
      </Card>
    )
  if (domains.length > 0 && installation?.sendsMail === false)
    return (
      <Card title={title} next={next}>
        <NoProof domains={domains} />
      </Card>
    )
  return (
    <SignUpForm next={next} domains={domains} invitation={invitation} onCreated={() => setWaiting(true)}>
      <h1>{title}</h1>
      {invitation ? <p className="notice">{isSetUp ? text.setUpHint : text.invited}</p> : <WhyAccount />}
      {!invitation && policy === 'APPROVAL' && <p className="quiet">{text.approvalHint}</p>}
    </SignUpForm>
  )
}

interface CardProps {
  readonly title: string
  readonly next: string
  /** Of the way to the sign-in. */
  readonly kind?: 'primary' | 'plain'
  readonly children: ReactNode
}

/** What a person reads who cannot fill in the form. */
export function Card({ title, next, kind = 'primary', children }: CardProps) {
  const text = useWords(words)
  const { query } = useRoute()
  return (
    <div className="page narrow">
      <div className="card form">
        <h1>{title}</h1>
        {children}
        <LinkButton kind={kind} to={accountPath('sign-in', next, query.get('why'))}>
          {text.signIn}
        </LinkButton>
      </div>
    </div>
  )
}
