import { useState } from 'react'
import type { DefaultsQuery } from '@parley/client/operations'
import { Failure } from '../../../ui/feedback/failure.js'
import { Loading } from '../../../ui/feedback/loading.js'
import { Button } from '../../../ui/forms/button.js'
import { Select, TextArea } from '../../../ui/forms/fields.js'
import { submitted } from '../../../ui/forms/submitted.js'
import { UnsavedGuard } from '../../../ui/navigation/unsaved-guard.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { labelOf, modelIn, useModels } from '../../rooms/use-models.js'
import { words as roomWords } from '../../rooms/words.js'
import { useDefaults } from './use-defaults.js'
import { words } from './words.js'

type Defaults = NonNullable<NonNullable<DefaultsQuery['me']>['defaults']>

/** What new chats begin with. */
export function NewChatsSection() {
  const text = useWords(words)
  const { value, error, reload, change } = useDefaults()
  return (
    <section className="card form">
      <h2>{text.newChats}</h2>
      <p className="quiet">{text.newChatsHint}</p>
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value && <NewChatsForm defaults={value} change={change} />}
    </section>
  )
}

interface NewChatsFormProps {
  readonly defaults: Defaults
  readonly change: ReturnType<typeof useDefaults>['change']
}

function NewChatsForm({ defaults, change }: NewChatsFormProps) {
  const text = { ...useWords(roomWords), ...useWords(words) }
  const models = useModels({ isFresh: true }) ?? []
  const [instructions, setInstructions] = useState(defaults.instructions ?? '')
  const [model, setModel] = useState(defaults.model ?? '')
  const [isSaved, setSaved] = useState(false)
  const isChanged = instructions !== (defaults.instructions ?? '') || model !== (defaults.model ?? '')
  const office = { __typename: 'OfficeRoom', model: null } as const
  const byServer = modelIn(models, office)
  const answering = modelIn(models, { ...office, model: defaults.model })
  const named = models.find(({ name }) => name === defaults.model)
  const isReplaced = defaults.model !== null && answering !== undefined && answering.name !== defaults.model
  const save = async () => {
    const isModelChanged = model !== (defaults.model ?? '')
    setSaved(
      await change.run({
        instructions: instructions.trim() === '' ? null : instructions,
        // one that cannot be used now stays, and the server would refuse it
        ...(isModelChanged && { model: model === '' ? null : model }),
      }),
    )
  }
  return (
    <form className="form" onSubmit={submitted(() => void save())}>
      {isChanged && <UnsavedGuard />}
      <Failure error={change.error} />
      <TextArea
        label={text.instructions}
        hint={text.instructionsHint}
        value={instructions}
        maxLength={8_000}
        dir="auto"
        onChange={({ currentTarget }) => setInstructions(currentTarget.value)}
      />
      {(models.length > 1 || defaults.model !== null) && (
        <Select label={text.model} value={model} onChange={({ currentTarget }) => setModel(currentTarget.value)}>
          <option value="">{text.ofServer(byServer ? labelOf(byServer, text) : 'Local')}</option>
          {models.map((one) => (
            <option key={one.name} value={one.name} disabled={!one.included}>
              {one.included ? labelOf(one, text) : text.notIncluded(labelOf(one, text))}
            </option>
          ))}
          {defaults.model !== null && !named && <option value={defaults.model}>{defaults.model}</option>}
        </Select>
      )}
      {isReplaced && (
        <p className="notice">
          {text.replaced(named ? labelOf(named, text) : defaults.model, labelOf(answering, text))}
        </p>
      )}
      <div className="row end">
        <span role="status" className="quiet">
          {isSaved && !isChanged && text.saved}
        </span>
        <Button kind="primary" type="submit" disabled={change.isRunning || !isChanged}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
