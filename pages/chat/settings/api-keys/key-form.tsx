import { useRef, useState } from 'react'
import type { ApiKeyScope, UpdateApiKeyInput } from '@parley/client/operations'
import { Dialog } from '../../../ui/feedback/dialog.js'
import { words as feedbackWords } from '../../../ui/feedback/words.js'
import { Failure } from '../../../ui/feedback/failure.js'
import { Button } from '../../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../../ui/forms/faults.js'
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.js'
import { submitted } from '../../../ui/forms/submitted.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import type { ApiKey } from './api-key.js'
import { everyCharacter, type V1Model } from './v1-models.js'
import { words } from './words.js'

/** The fields of a key as both mutations accept them. */
type KeyFields = Required<Pick<UpdateApiKeyInput, 'models' | 'messagesPerDay' | 'tokensPerMonth'>> & {
  readonly name: string
  readonly scopes: ApiKeyScope[]
  /** Absent: as before. */
  readonly expiresAt?: string | null
}

interface KeyFormProps {
  /** The key to change; absent for a new one. */
  readonly apiKey?: ApiKey
  readonly models: readonly V1Model[]
  readonly save: (fields: KeyFields) => Promise<void>
  readonly onClose: () => void
}

const allScopes = ['V1', 'API', 'MCP'] as const satisfies readonly ApiKeyScope[]
const terms = [30, 90, 365]
const dayMs = 86_400_000
const limitFields = ['messagesPerDay', 'tokensPerMonth'] as const
const ownFaults = ['name', ...limitFields]

/** What a key is called, opens and may use. */
export function KeyForm({ apiKey, models, save, onClose }: KeyFormProps) {
  const text = useWords(words)
  const { cancel } = useWords(feedbackWords)
  const { dateTime, number } = useFormats()
  const form = useRef<HTMLFormElement>(null)
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(apiKey?.scopes ?? ['V1'])
  const [isLimited, setLimited] = useState((apiKey?.models ?? null) !== null)
  const [chosen, setChosen] = useState<readonly string[]>(apiKey?.models ?? [])
  const [showsLimits, setShowsLimits] = useState(limitFields.some((name) => (apiKey?.[name] ?? null) !== null))
  const offered = [...models, { name: everyCharacter, label: text.everyCharacter }]
  // a model that the server no longer offers, or a single character
  const others = (apiKey?.models ?? []).filter((name) => offered.every((model) => model.name !== name))
  const keeps = apiKey !== undefined && apiKey.expiresAt !== null
  const action = useAction((fields: Readonly<Record<string, string>>) =>
    save({
      name: fields['name'] ?? '',
      scopes: [...scopes],
      models: isLimited ? [...chosen] : null,
      messagesPerDay: limitOf(fields['messagesPerDay']),
      tokensPerMonth: limitOf(fields['tokensPerMonth']),
      ...expiryOf(fields['expiry']),
    }),
  )
  const faultOf = useFaults(action.error)
  const isReady = scopes.length > 0 && (!isLimited || chosen.length > 0)
  return (
    <Dialog title={apiKey ? text.changeTitle(apiKey.name) : text.createTitle} onClose={onClose}>
      <form ref={form} className="form" onSubmit={submitted((fields) => void action.run(fields))}>
        {action.error?.code === 'CONFLICT' ? (
          <Failure error={action.error} conflict={text.tooMany} />
        ) : (
          <FormFailure error={action.error} fields={ownFaults} form={form} />
        )}
        <TextField
          label={text.name}
          hint={text.nameHint}
          name="name"
          defaultValue={apiKey?.name}
          fault={faultOf('name')}
          maxLength={100}
          autoComplete="off"
          required
          dir="auto"
        />
        <fieldset className="choices form">
          <legend>{text.scopes}</legend>
          {allScopes.map((scope) => (
            <Checkbox
              key={scope}
              label={text.scopeNames[scope]}
              checked={scopes.includes(scope)}
              onChange={() => setScopes(toggled(scopes, scope))}
            />
          ))}
          {scopes.length === 0 && <span className="hint">{text.chooseScope}</span>}
        </fieldset>
        <Select label={text.expiry} name="expiry" defaultValue={keeps ? 'keep' : ''}>
          {keeps && <option value="keep">{text.keepExpiry(dateTime(apiKey.expiresAt))}</option>}
          <option value="">{text.noExpiry}</option>
          {terms.map((days) => (
            <option key={days} value={days}>
              {text.days(number(days))}
            </option>
          ))}
        </Select>
        <Select
          label={text.models}
          value={isLimited ? 'some' : 'all'}
          onChange={({ currentTarget }) => setLimited(currentTarget.value === 'some')}
        >
          <option value="all">{text.allModels}</option>
          <option value="some">{text.onlyThese}</option>
        </Select>
        {isLimited && (
          <fieldset className="choices form" aria-label={text.models}>
            {[...offered, ...others.map((name) => ({ name, label: name }))].map(({ name, label }) => (
              <Checkbox
                key={name}
                label={label}
                checked={chosen.includes(name)}
                onChange={() => setChosen(toggled(chosen, name))}
              />
            ))}
            {chosen.length === 0 && <span className="hint">{text.chooseModel}</span>}
          </fieldset>
        )}
        <details
          className="key-limits"
          open={showsLimits || limitFields.some((name) => faultOf(name) !== null)}
          onToggle={({ currentTarget }) => setShowsLimits(currentTarget.open)}
          // a wrong number must be in view
          onInvalidCapture={() => setShowsLimits(true)}
        >
          <summary>{text.limits}</summary>
          <fieldset className="choices form" aria-label={text.limits}>
            <span className="hint">{text.limitsHint}</span>
            {limitFields.map((name) => (
              <TextField
                key={name}
                label={text[name]}
                name={name}
                type="number"
                min={1}
                step={1}
                defaultValue={apiKey?.[name] ?? undefined}
                fault={faultOf(name)}
              />
            ))}
          </fieldset>
        </details>
        <div className="row end">
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" disabled={action.isRunning || !isReady}>
            {apiKey ? text.save : text.createKey}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const toggled = <Value,>(values: readonly Value[], value: Value): readonly Value[] =>
  values.includes(value) ? values.filter((other) => other !== value) : [...values, value]

const limitOf = (entered = ''): number | null => (entered === '' ? null : Number(entered))

function expiryOf(days = ''): Pick<KeyFields, 'expiresAt'> {
  if (days === 'keep') return {}
  return { expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString() }
}
