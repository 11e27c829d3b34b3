import { useState } from 'react'
import { useParley } from '@parley/client/react'
import { apiKeys, createApiKey, revokeApiKey, updateApiKey, type CreateApiKeyMutation } from '@parley/client/operations'
import { useAnnounce } from '../../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../../ui/feedback/failure.js'
import { Loading } from '../../../ui/feedback/loading.js'
import { useLoaded } from '../../../ui/feedback/use-loaded.js'
import { Button } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useModels } from '../../rooms/use-models.js'
import type { ApiKey } from './api-key.js'
import { ConnectionLines } from './connection-lines.js'
import { KeyForm } from './key-form.js'
import { KeyLine } from './key-line.js'
import { NewKey } from './new-key.js'
import { v1Models } from './v1-models.js'
import { words } from './words.js'

type Shown =
  | { readonly kind: 'create' }
  | { readonly kind: 'change'; readonly apiKey: ApiKey }
  | { readonly kind: 'revoke'; readonly apiKey: ApiKey }
  | { readonly kind: 'created'; readonly created: CreateApiKeyMutation['createApiKey'] & { readonly text: string } }

/** The keys of the account's own programs, and what such a program needs. */
export function ApiKeysSection() {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const models = v1Models(useModels({ isFresh: true }))
  const { value, error, reload } = useLoaded(
    async (signal) => (await parley.request(apiKeys, {}, { signal })).me?.apiKeys ?? [],
  )
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  return (
    <>
      <section className="card form">
        <div className="title-row">
          <h2>{text.title}</h2>
          <Button kind="primary" icon="add" onClick={() => setShown({ kind: 'create' })}>
            {text.create}
          </Button>
        </div>
        <p className="quiet">{text.hint}</p>
        <Failure error={error} retry={reload} />
        {value === undefined && !error && <Loading />}
        {value?.length === 0 && <p>{text.none}</p>}
        {value && value.length > 0 && (
          <ul role="list" className="lines">
            {value.map((apiKey) => (
              <KeyLine
                key={apiKey.id}
                apiKey={apiKey}
                models={models}
                onChange={() => setShown({ kind: 'change', apiKey })}
                onRevoke={() => setShown({ kind: 'revoke', apiKey })}
              />
            ))}
          </ul>
        )}
      </section>
      <section className="card form">
        <h2>{text.connect}</h2>
        <p className="quiet">{text.connectHint}</p>
        <ConnectionLines models={models} />
      </section>
      {shown?.kind === 'create' && (
        <KeyForm
          models={models}
          save={async (input) => {
            // a repetition could not show the text: after a lost answer the list has the key
            const { createApiKey: created } = await parley.request(createApiKey, { input }).finally(reload)
            if (created.text === null) return close()
            setShown({ kind: 'created', created: { ...created, text: created.text } })
          }}
          onClose={close}
        />
      )}
      {shown?.kind === 'created' && <NewKey created={shown.created} models={models} onDone={close} />}
      {shown?.kind === 'change' && (
        <KeyForm
          apiKey={shown.apiKey}
          models={models}
          save={async (input) => {
            await parley.request(updateApiKey, { id: shown.apiKey.id, input })
            announce(text.changed)
            reload()
            close()
          }}
          onClose={close}
        />
      )}
      {shown?.kind === 'revoke' && (
        <ConfirmDialog
          title={text.revokeTitle(shown.apiKey.name)}
          verb={text.revoke}
          run={async () => {
            await parley.request(revokeApiKey, { id: shown.apiKey.id })
            announce(text.revoked)
            reload()
          }}
          onClose={close}
        >
          {text.revokeLoss}
        </ConfirmDialog>
      )}
    </>
  )
}
