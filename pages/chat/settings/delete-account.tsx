import { useState } from 'react'
import { useParley } from '@parley/client/react'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { TextField } from '../../ui/forms/fields.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

/** Without the marks around a name that was copied from the sentence above the field. */
const plain = (name: string): string => name.replaceAll(/[\u2066-\u2069“”‘’]/g, '').trim()

/** Deletes the account after its owner has typed its name. */
export function DeleteAccount() {
  const text = useWords(words)
  const parley = useParley()
  const [name, setName] = useState<string>()
  const [typed, setTyped] = useState('')
  const begin = useAction(async () => setName((await parley.profile())?.username))
  const close = () => {
    setName(undefined)
    setTyped('')
  }
  return (
    <section className="card form">
      <h2>{text.deleteAccount}</h2>
      <p className="quiet">{text.deleteHint}</p>
      <Failure error={begin.error} />
      <div className="row">
        <Button kind="danger" disabled={begin.isRunning} onClick={() => void begin.run()}>
          {text.deleteAccount}
        </Button>
      </div>
      {name !== undefined && (
        <ConfirmDialog
          title={text.deleteTitle}
          verb={text.deleteAccount}
          isReady={plain(typed) === plain(name)}
          run={() => parley.deleteAccount()}
          onClose={close}
        >
          <div className="form">
            <p>{text.deleteHint}</p>
            <TextField
              label={text.typeName(name)}
              value={typed}
              autoComplete="off"
              dir="auto"
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </div>
        </ConfirmDialog>
      )}
    </section>
  )
}
