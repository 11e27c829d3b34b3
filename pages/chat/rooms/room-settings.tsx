import type { Room, RoomData } from '@parley/client'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { Select, TextArea, TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { defaultModel, useModels } from './use-models.js'
import { words } from './words.js'

interface RoomSettingsProps {
  readonly room: Room
  readonly data: RoomData
  readonly close: () => void
}

/** The name of a room, its instructions and its model. */
export function RoomSettings({ room, data, close }: RoomSettingsProps) {
  const text = useWords(words)
  const models = useModels({ isFresh: true })?.filter(({ available, included }) => available && included) ?? []
  const save = useAction((fields: Readonly<Record<string, string>>) => {
    const { name = '', instructions = '', model = '' } = fields
    return room.update({
      name: name.trim() === '' ? null : name.trim(),
      instructions: instructions.trim() === '' ? null : instructions,
      ...(models.length > 1 && { model: model === '' ? null : model }),
    })
  })
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
          defaultValue={data.name ?? ''}
          placeholder={data.proposedTitle ?? undefined}
          maxLength={200}
          dir="auto"
        />
        <TextArea
          label={text.instructions}
          hint={text.instructionsHint}
          name="instructions"
          defaultValue={data.instructions ?? ''}
          maxLength={8_000}
          dir="auto"
        />
        {models.length > 1 && (
          <Select label={text.model} name="model" defaultValue={data.model ?? ''}>
            <option value="">{text.defaultModel(defaultModel)}</option>
            {models
              .filter(({ name }) => name !== defaultModel)
              .map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
          </Select>
        )}
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
