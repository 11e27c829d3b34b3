import { useParley } from '@parley/client/react'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

interface RemoveFileProps {
  readonly id: string
  readonly name: string
  readonly done: () => void
  readonly close: () => void
}

/** Asks before a file is deleted. */
export function RemoveFile({ id, name, done, close }: RemoveFileProps) {
  const text = useWords(words)
  const parley = useParley()
  const run = async () => {
    await parley.removeFile(id)
    done()
  }
  return (
    <ConfirmDialog title={text.removeTitle} verb={text.remove} run={run} onClose={close}>
      {text.removeLoss(name)}
    </ConfirmDialog>
  )
}
