import { useParley } from '@parley/client/react'
import { socialProviders } from '@parley/client/operations'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { goToProvider } from './social-request.js'
import { words } from './words.js'

/** The sign-in providers of the server, where there are any. */
export function SocialSignIn({ next }: { readonly next: string }) {
  const { network, providerAway } = useWords(words)
  const parley = useParley()
  const { value } = useLoaded(async (signal) => (await parley.request(socialProviders, {}, { signal })).socialProviders)
  if (!value || value.length === 0) return null
  return (
    <div className="form providers">
      {value.map((provider) => (
        <Button
          key={provider.id}
          disabled={provider.authorizeUrl === null}
          title={provider.authorizeUrl === null ? providerAway : undefined}
          onClick={() => void goToProvider(provider, { next, isOnly: value.length === 1 })}
        >
          {network(provider.name)}
        </Button>
      ))}
    </div>
  )
}
