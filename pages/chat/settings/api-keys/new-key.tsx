import type { CreateApiKeyMutation } from '@parley/client/operations'
import { Dialog } from '../../../ui/feedback/dialog.js'
import { Button } from '../../../ui/forms/button.js'
import { useCopying } from '../../../ui/forms/copy-button.js'
import { TextArea } from '../../../ui/forms/fields.js'
import { serverUrl } from '../../../ui/navigation/server-url.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { ConnectionLines } from './connection-lines.js'
import { McpLines } from './mcp-lines.js'
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
  // browsers permit it on secure pages only
  const { isCopied, copy } = useCopying(key)
  return (
    <Dialog title={text.yourKey} onClose={() => undefined}>
      <div className="shown-key">
        <TextArea
          label={text.key}
          hint={text.once}
          value={key}
          rows={2}
          readOnly
          translate="no"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      {isSecureContext && (
        <Button kind="primary" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
          {text.copyKey}
        </Button>
      )}
      <h3>{text.toConnect}</h3>
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
      {apiKey.scopes.includes('MCP') && <McpLines apiKey={key} />}
      <div className="row end">
        <Button onClick={onDone}>{text.done}</Button>
      </div>
    </Dialog>
  )
}
