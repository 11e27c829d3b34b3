import type { ReactNode } from 'react'
import { Button } from '../forms/button.js'
import { useAction } from '../forms/use-action.js'
import { useWords } from '../text/catalogue.js'
import { Dialog } from './dialog.js'
import { Failure } from './failure.js'
import { words } from './words.js'

interface ConfirmDialogProps {
  readonly title: string
  /** What is lost. */
  readonly children: ReactNode
  /** The verb on the button. */
  readonly verb: string
  /** What CONFLICT means here, by the sentence of the server, where that is not a change in the meantime. */
  readonly conflict?: (cause: string) => string
  /** Whether nothing is lost: the command is then not marked as dangerous. */
  readonly isHarmless?: boolean
  readonly run: () => Promise<unknown>
  /** False while the person has not entered what the dialog asks for. */
  readonly isReady?: boolean
  readonly onClose: () => void
}

/** Asks before something is lost. It stays open with the reason when the command fails. */
export function ConfirmDialog({
  title,
  children,
  verb,
  conflict,
  isHarmless = false,
  run,
  isReady = true,
  onClose,
}: ConfirmDialogProps) {
  const { cancel } = useWords(words)
  const action = useAction(run)
  const confirm = async () => {
    if (await action.run()) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      <Failure error={action.error} conflict={action.error ? conflict?.(action.error.message) : undefined} />
      <div className="row end">
        <Button onClick={onClose} autoFocus>
          {cancel}
        </Button>
        <Button
          kind={isHarmless ? 'primary' : 'danger'}
          disabled={!isReady}
          // a disabled button loses the focus
          aria-disabled={action.isRunning}
          onClick={() => void confirm()}
        >
          {verb}
        </Button>
      </div>
    </Dialog>
  )
}
