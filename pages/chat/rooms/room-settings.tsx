import { useEffect, useState } from 'react'
import type { RoomData } from '@parley/client'
import { useParley, useSession } from '@parley/client/react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { Checkbox, Select, TextArea, TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { LorebookUses } from '../lorebooks/lorebook-uses.js'
import { RoomPersona } from '../personas/room-persona.js'
import { labelIn, labelOf, modelIn, useModels } from './use-models.js'
import { roomTitle } from './room-title.js'
import { selectFromStart } from '../../ui/forms/select-from-start.js'
import { SamplingFields } from './sampling/sampling-fields.js'
import { isSameSampling, samplingOf, type Sampling } from './sampling/sampling.js'
import { words as lateWords } from './late-words.js'
import { words } from './words.js'

interface RoomSettingsProps {
  readonly data: RoomData
  readonly close: () => void
}

/** The name of a room, its instructions, its model and how that chooses its words. */
export function RoomSettings({ data, close }: RoomSettingsProps) {
  const text = { ...useWords(words), ...useWords(lateWords) }
  const parley = useParley()
  const { accountId } = useSession()
  const isOwn = data.ownerId !== null && data.ownerId === accountId
  const [before] = useState(data)
  const title = roomTitle(before, text.assistant)
  const [acceptsFiles, setAcceptsFiles] = useState(data.acceptsFiles)
  const [sampling, setSampling] = useState(samplingOf(data.sampling))
  const listed = useModels({ isFresh: true })
  const usable = listed?.filter(({ available, included }) => available && included) ?? []
  const byDefault = modelIn(listed, { ...data, model: null })
  // the room can have a model that is away now
  const models = [...new Set([...(data.model === null ? [] : [data.model]), ...usable.map(({ name }) => name)])]
  const others = models.filter((name) => name !== byDefault?.name || name === data.model)
  const save = useAction(async (fields: Readonly<Record<string, string>>) => {
    // the shown title is not a name that the person has given
    const name = fields['name']?.trim() === title ? (before.name ?? '') : fields['name']
    const change = {
      ...changeOf(before, { ...fields, ...(name !== undefined && { name }) }, sampling),
      ...(acceptsFiles !== before.acceptsFiles && { acceptsFiles }),
    }
    if (Object.keys(change).length > 0) await parley.room(data.id).update(change)
  })
  useEffect(() => {
    // the dialog gives its first field the focus, which opens the keyboard of a phone over the others
    const { activeElement } = document
    if (matchMedia('(pointer: coarse)').matches && activeElement instanceof HTMLElement) activeElement.blur()
  }, [])
  const submit = async (fields: Readonly<Record<string, string>>) => {
    if (await save.run(fields)) close()
  }
  return (
    <Dialog title={text.roomSettings} onClose={close}>
      <form className="form" onSubmit={submitted((fields) => void submit(fields))}>
        <TextField
          label={text.name}
          hint={text.nameHint}
          name="name"
          defaultValue={title}
          placeholder={roomTitle({ ...before, name: null }, text.assistant)}
          onFocus={selectFromStart}
          maxLength={200}
          dir="auto"
          autoComplete="off"
        />
        <TextArea
          label={text.instructions}
          hint={text.instructionsHint}
          name="instructions"
          defaultValue={data.instructions ?? ''}
          rows={2}
          maxLength={8_000}
          dir="auto"
        />
        {others.length > 0 && (
          <Select label={text.model} name="model" defaultValue={data.model ?? ''} key={others.join()}>
            <option value="">{text.defaultModel(byDefault ? labelOf(byDefault, text) : 'Local')}</option>
            {others.map((name) => (
              <option key={name} value={name}>
                {labelIn(listed ?? [], name, text)}
              </option>
            ))}
          </Select>
        )}
        {isOwn && <RoomPersona room={data} />}
        {isOwn && <LorebookUses room={data} />}
        {isOwn && (
          <Checkbox
            label={text.acceptsFiles}
            checked={acceptsFiles}
            onChange={({ currentTarget }) => setAcceptsFiles(currentTarget.checked)}
          />
        )}
        <SamplingFields {...{ sampling }} change={setSampling} accepted={modelIn(listed, data)?.sampling ?? []} />
        <Failure error={save.error} />
        <div className="row end">
          <Button onClick={close}>{text.cancel}</Button>
          <Button kind="primary" type="submit" disabled={save.isRunning}>
            {text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The fields that the person has changed. Another device may have changed the others. */
function changeOf(data: RoomData, fields: Readonly<Record<string, string>>, sampling: Sampling) {
  const { name: typed = '', instructions = '', model = data.model ?? '' } = fields
  const name = typed.trim()
  const entered = {
    name: name === '' ? null : name,
    instructions: instructions.trim() === '' ? null : instructions,
    model: model === '' ? null : model,
  }
  return {
    ...(entered.name !== data.name && { name: entered.name }),
    ...(entered.instructions !== data.instructions && { instructions: entered.instructions }),
    ...(entered.model !== data.model && { model: entered.model }),
    ...(!isSameSampling(sampling, samplingOf(data.sampling)) && { sampling }),
  }
}
