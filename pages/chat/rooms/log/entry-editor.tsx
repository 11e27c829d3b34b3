import { useState, type KeyboardEvent } from 'react'
import { Dialog } from '../../../ui/feedback/dialog.js'
import { Failure } from '../../../ui/feedback/failure.js'
import { Button } from '../../../ui/forms/button.js'
import { TextArea } from '../../../ui/forms/fields.js'
import { isComposing } from '../../../ui/forms/is-composing.js'
import { submitted } from '../../../ui/forms/submitted.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { UnsavedGuard } from '../../../ui/navigation/unsaved-guard.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import { words as lengthWords } from '../composer/extras-words.js'
import { charactersLeft } from '../composer/message-length.js'
import { directionOf } from '../composer/text-direction.js'
import { words } from './editor-words.js'

interface EntryEditorProps {
  readonly label: string
  readonly verb: string
  readonly text: string
  /** Whether it is a message: the server has a limit for their length. */
  readonly isMessage?: boolean
  /** Whether its reply is kept beside the new one. */
  readonly hasReply?: boolean
  readonly save: (text: string) => Promise<unknown>
  readonly close: () => void
}

/** Changes a text in its place. Escape and Cancel leave it as it was, and ask before a changed text is lost. */
export function EntryEditor({
  label,
  verb,
  text,
  isMessage = false,
  hasReply = isMessage,
  save,
  close,
}: EntryEditorProps) {
  const { cancel, keepsReply, discard, discardTitle, discardLoss, keepWriting, entryConflict } = useWords(words)
  const { charactersOver } = useWords(lengthWords)
  const { number } = useFormats()
  const [changed, setChanged] = useState(text)
  const [isAsking, setAsking] = useState(false)
  const action = useAction(save)
  const isChanged = changed !== text
  const left = isMessage ? charactersLeft(changed) : 0
  const submit = async () => {
    if (await action.run(changed)) close()
  }
  const leave = () => (isChanged ? setAsking(true) : close())
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.stopPropagation()
    // the same key would close the dialog that asks
    event.preventDefault()
    leave()
  }
  return (
    <>
      <form className="form entry-editor" onSubmit={submitted(() => void submit())} onKeyDown={pressed}>
        <TextArea
          label={label}
          value={changed}
          onChange={({ currentTarget }) => setChanged(currentTarget.value)}
          hint={hasReply ? keepsReply : undefined}
          rows={2}
          required
          autoFocus
          dir={directionOf(changed)}
          fault={left < 0 ? charactersOver(number(-left)) : null}
        />
        <Failure error={action.error} conflict={entryConflict} />
        <div className="row end">
          <Button onClick={leave}>{cancel}</Button>
          <Button kind="primary" type="submit" disabled={action.isRunning || left < 0}>
            {verb}
          </Button>
        </div>
      </form>
      {isChanged && <UnsavedGuard />}
      {isAsking && (
        <Dialog title={discardTitle} onClose={() => setAsking(false)}>
          <p>{discardLoss}</p>
          <div className="row end">
            <Button onClick={() => setAsking(false)} autoFocus>
              {keepWriting}
            </Button>
            <Button kind="danger" onClick={close}>
              {discard}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
