import type { Entry, Room } from '@parley/client'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from './late-words.js'
import { ReplyDetails } from './reply-details.js'

interface EntryDialogProps {
  readonly room: Room
  readonly entry: Entry
  readonly asked: 'delete' | 'cut' | 'details'
  readonly close: () => void
}

/** Shows the details of a reply, or asks before an entry is deleted or the log is cut from it. */
export function EntryDialog({ room, entry, asked, close }: EntryDialogProps) {
  const { index, version, inputData, outputData } = entry
  const text = useWords(words)
  if (asked === 'details') return <ReplyDetails {...{ room, entry, close }} />
  const options = { expectedVersion: version }
  const quote = (
    <p className="quote quiet" dir="auto">
      {inputData || outputData}
    </p>
  )
  return asked === 'delete' ? (
    <ConfirmDialog
      title={text.deleteEntryTitle}
      verb={text.delete}
      run={() => room.deleteEntry(index, options)}
      onClose={close}
    >
      {quote}
      {text.deleteEntryLoss}
    </ConfirmDialog>
  ) : (
    <ConfirmDialog title={text.cutTitle} verb={text.delete} run={() => room.cut(index, options)} onClose={close}>
      {quote}
      {text.cutLoss}
    </ConfirmDialog>
  )
}
