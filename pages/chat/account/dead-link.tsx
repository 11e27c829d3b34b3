import { useWords } from '../../ui/text/catalogue.js'
import { Card } from './sign-up.js'
import { words } from './dead-link-words.js'

interface DeadLinkProps {
  readonly next: string
  readonly isSetUp: boolean
}

/** Why a link no longer works, and where another one comes from. */
export function DeadLink({ next, isSetUp }: DeadLinkProps) {
  const text = useWords(words)
  return (
    <Card title={isSetUp ? text.setUpTitle : text.invitationTitle} next={next}>
      <p className="quiet" role="alert">
        {isSetUp ? text.setUp : text.invitation}
      </p>
    </Card>
  )
}

/** Why no account can be created where addresses of some domains are required and cannot be verified. */
export function NoProof({ domains }: { readonly domains: readonly string[] }) {
  const { noProof } = useWords(words)
  return <p className="notice">{noProof(domains.join(', '))}</p>
}
