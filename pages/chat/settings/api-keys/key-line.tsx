import { Menu } from '../../../ui/navigation/menu.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import type { ApiKey } from './api-key.js'
import { everyCharacter, type V1Model } from './v1-models.js'
import { words } from './words.js'

interface KeyLineProps {
  readonly apiKey: ApiKey
  /** Those that the server offers, with their labels. */
  readonly models: readonly V1Model[]
  readonly onChange: () => void
  readonly onRevoke: () => void
}

/** A key with its use, its limits and its end. */
export function KeyLine({ apiKey, models: offered, onChange, onRevoke }: KeyLineProps) {
  const text = useWords(words)
  const { dateTime, number } = useFormats()
  const { name, prefix, scopes, models, createdAt, lastUsedAt, expiresAt, usage } = apiKey
  const labelOf = (model: string) =>
    model === everyCharacter ? text.everyCharacter : (offered.find((each) => each.name === model)?.label ?? model)
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
  const limitOf = ({ limit }: { readonly limit: number | null }) => (limit === null ? null : number(limit))
  const facts = [
    text.createdOn(dateTime(createdAt)),
    lastUsedAt === null ? text.neverUsed : text.lastUsed(dateTime(lastUsedAt)),
    ...(expiresAt !== null && !isExpired ? [text.expires(dateTime(expiresAt))] : []),
    text.messagesUsed(number(usage.messages.used), limitOf(usage.messages)),
    text.tokensUsed(number(usage.tokens.used), limitOf(usage.tokens)),
    ...(models === null ? [] : [text.onlyModels(models.map(labelOf).join(', '))]),
  ]
  return (
    <li className="key-line">
      <div>
        <p className="row">
          <strong className="break" dir="auto">
            {name}
          </strong>
          <code translate="no">{prefix}…</code>
          {scopes.map((scope) => (
            <span key={scope} className="tag">
              {text.scopeTags[scope]}
            </span>
          ))}
          {isExpired && <span className="tag strong">{text.expired}</span>}
        </p>
        <ul role="list" className="quiet small">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      <Menu
        isSmall
        label={text.commands(name)}
        items={[
          { label: text.change, icon: 'edit', run: onChange },
          { label: text.revoke, icon: 'delete', isDangerous: true, run: onRevoke },
        ]}
      />
    </li>
  )
}
