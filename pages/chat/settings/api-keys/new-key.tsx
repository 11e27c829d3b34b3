import type { CreateApiKeyMutation } from '@parley/client/operations'
import { Dialog } from '../../../ui/feedback/dialog.js'
import { Button } from '../../../ui/forms/button.js'
import { serverUrl } from '../../../ui/navigation/server-url.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { ConnectionLines } from './connection-lines.js'
import { CopiedField } from '../../../ui/forms/copied-field.js'
import { allows } from './api-key.js'
import type { V1Model } from './v1-models.js'
import { words } from './words.js'

interface NewKeyProps {
  readonly created: CreateApiKeyMutation['createApiKey'] & { readonly text: string }
  readonly models: readonly V1Model[]
  readonly onDone: () => void
}

/** The text of a new key, once. It stays until the person says that it is copied. */
export function NewKey({ created: { text: key, apiKey }, models, onDone }: NewKeyProps) {
  const text = useWords(words)
  return (
    <Dialog title={text.yourKey} onClose={() => undefined}>
      <CopiedField label={text.key} copyLabel={text.copyKey} value={key} hint={text.once} />
      {apiKey.scopes.includes('API') && (
        <CopiedField
          label={text.graphqlUrl}
          copyLabel={text.copyGraphqlUrl}
          value={new URL('graphql', serverUrl).href}
        />
      )}
      {apiKey.scopes.includes('V1') && (
        <ConnectionLines apiKey={key} models={models.filter(({ name }) => allows(apiKey, name))} />
      )}
      <div className="row end">
        <Button kind="primary" onClick={onDone}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  )
}
