import { useParley } from '@parley/client/react'
import { socialProviders } from '@parley/client/operations'
import { useLoaded } from '../feedback/use-loaded.js'
import { Failure } from '../feedback/failure.js'
import { Button } from '../forms/button.js'
import { useWords } from '../text/catalogue.js'
import { goToProvider } from './social-request.js'
import { words as providerWords } from './provider-words.js'
import { words } from './words.js'

interface ProviderButtonsProps {
  /** The path of the route after the sign-in. */
  readonly next: string
  readonly isOnlyWay: boolean
  /** The token of an invitation, for a new account. */
  readonly invitationToken?: string | undefined
}

/** The sign-in providers of the server, where there are any. `isOnlyWay`: there is no sign-in with a password. */
export function ProviderButtons({ next, isOnlyWay, invitationToken }: ProviderButtonsProps) {
  const text = { ...useWords(words), ...useWords(providerWords) }
  const parley = useParley()
  const { value, error, reload } = useLoaded(
    async (signal) => (await parley.request(socialProviders, {}, { signal })).socialProviders ?? [],
  )
  if (isOnlyWay && error) return <Failure error={error} retry={reload} />
  if (!value || (value.length === 0 && !isOnlyWay)) return null
  const isAnyHere = value.some(({ authorizeUrl }) => authorizeUrl !== null)
  return (
    <div className="form providers">
      {isOnlyWay && <p className="quiet">{text.onlyProviders}</p>}
      {value.map((provider) => (
        <Button
          key={provider.id}
          disabled={provider.authorizeUrl === null}
          title={provider.authorizeUrl === null ? text.providerAway : undefined}
          onClick={() => void goToProvider(provider, { next, isOnly: value.length === 1, invitationToken })}
        >
          {text.network(provider.name)}
        </Button>
      ))}
      {isOnlyWay && !isAnyHere && (
        <p className="notice failure" role="alert">
          {text.allAway}
        </p>
      )}
    </div>
  )
}
