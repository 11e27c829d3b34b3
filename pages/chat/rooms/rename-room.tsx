import type { RoomData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as dialogWords } from './dialog-words.js'
import { words } from './words.js'

interface RenameRoomProps {
  readonly data: RoomData
  readonly close: () => void
}

export function RenameRoom({ data: { id, name, proposedTitle }, close }: RenameRoomProps) {
  const text = { ...useWords(words), ...useWords(dialogWords) }
  const parley = useParley()
  const save = useAction((typed: string) => parley.room(id).update({ name: typed === '' ? null : typed }))
  const submit = async (typed: string) => {
    if (typed === (name ?? '') || (await save.run(typed))) close()
  }
  return (
    <Dialog title={text.rename} onClose={close}>
      <form className="form" onSubmit={submitted(({ name: typed = '' }) => void submit(typed.trim()))}>
        <RoomName name={name} proposedTitle={proposedTitle} autoFocus />
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

type RoomNameProps = Pick<RoomData, 'name' | 'proposedTitle'> & { readonly autoFocus?: boolean }

/** The field for the name of a room. */
export function RoomName({ name, proposedTitle, autoFocus }: RoomNameProps) {
  const text = useWords(words)
  return (
    <TextField
      label={text.name}
      hint={text.nameHint}
      name="name"
      defaultValue={name ?? ''}
      placeholder={proposedTitle ?? undefined}
      maxLength={200}
      dir="auto"
      autoComplete="off"
      autoFocus={autoFocus}
    />
  )
}
