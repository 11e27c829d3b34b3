import { useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Failure } from '../../ui/feedback/failure.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import {
  signInProviders,
  testProvider,
  type SignInProvidersQuery,
  type TestProviderQuery,
} from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { words } from './provider-words.js'

type Provider = NonNullable<SignInProvidersQuery['socialProviders']>[number]

/** The services with which people sign in, each with a test that explains what is wrong. Variables of the server set them. */
export function Providers() {
  const text = useWords(words)
  const request = useRequest()
  const { value, error, reload } = useLoaded(
    async (signal) => (await request(signInProviders, {}, { signal })).socialProviders ?? [],
  )
  if (value?.length === 0) return null
  return (
    <section className="card form setting" aria-labelledby="providers">
      <div className="row heading">
        <h3 id="providers">{text.title}</h3>
        <span className="tag">{text.fixed}</span>
      </div>
      <p>{text.hint}</p>
      <Failure error={error} retry={reload} />
      <ul role="list" className="acts">
        {value?.map((provider) => (
          <li key={provider.id}>
            <ProviderTest provider={provider} />
          </li>
        ))}
      </ul>
      <p className="quiet small source">
        {text.source} <code>SOCIAL_A</code> <code>SOCIAL_B</code> <code>SOCIAL_C</code>
      </p>
    </section>
  )
}

function ProviderTest({ provider: { id, name } }: { readonly provider: Provider }) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const [result, setResult] = useState<TestProviderQuery['testIdentityProvider']>(null)
  const action = useAction(async () => {
    setResult(null)
    const { testIdentityProvider: tested } = await request(testProvider, { id }, {})
    setResult(tested)
    announce(tested?.findings.length === 0 ? text.works : text.isFaulty)
  })
  return (
    <>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </p>
      <Button isSmall aria-label={text.testOf(name)} aria-disabled={action.isRunning} onClick={() => void action.run()}>
        {action.isRunning ? text.running : text.test}
      </Button>
      {(action.error ?? result) && (
        <div className="form wide">
          <Failure error={action.error} />
          {result?.findings.length === 0 && <p className="notice">{text.works}</p>}
          {result?.findings.map(({ kind, message }) => (
            <div key={kind} className="notice failure">
              <p>{text.kinds[kind] ?? message}</p>
              {text.kinds[kind] !== undefined && (
                <p className="quiet small" dir="auto">
                  {message}
                </p>
              )}
            </div>
          ))}
          {result && (
            <p className="quiet small">
              {text.redirect} <code>{result.redirectUri}</code>
            </p>
          )}
        </div>
      )}
    </>
  )
}
