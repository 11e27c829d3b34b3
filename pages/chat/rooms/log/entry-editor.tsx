import { Failure } from '../../../ui/feedback/failure.js'
import { Button } from '../../../ui/forms/button.js'
import { TextArea } from '../../../ui/forms/fields.js'
import { submitted } from '../../../ui/forms/submitted.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from '../words.js'

interface EntryEditorProps {
  readonly label: string
  readonly verb: string
  readonly text: string
  readonly save: (text: string) => Promise<unknown>
  readonly close: () => void
}

/** Changes a text in its place. Escape leaves it as it was. */
export function EntryEditor({ label, verb, text, save, close }: EntryEditorProps) {
  const { cancel } = useWords(words)
  const action = useAction(save)
  const submit = async (changed: string) => {
    if (await action.run(changed)) close()
  }
  return (
    <form
      className="form entry-editor"
      onSubmit={submitted(({ text: changed = '' }) => void submit(changed))}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <TextArea label={label} name="text" defaultValue={text} rows={4} required autoFocus dir="auto" />
      <Failure error={action.error} />
      <div className="row end">
        <Button onClick={close}>{cancel}</Button>
        <Button kind="primary" type="submit" disabled={action.isRunning}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
