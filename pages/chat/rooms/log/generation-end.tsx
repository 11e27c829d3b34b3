import { useRef, useState } from 'react'
import type { Generation, Room } from '@parley/client'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.js'
import { Button } from '../../../ui/forms/button.js'
import { useRoute } from '../../../ui/navigation/route.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from './late-words.js'

interface GenerationEndProps {
  readonly room: Room
  readonly generation: Generation
  /** Those of the same message that the log does not show: they are removed with it. */
  readonly earlier?: readonly string[]
  /** Whether a reply of the room is generated: there is one at a time. */
  readonly isBusy: boolean
  /** Of a message without an entry. */
  readonly sendAgain?: () => void
}

/** Why a generation has left no entry, or has not changed one, and what can be done then. */
export function GenerationEnd({ room, generation, earlier = [], isBusy, sendAgain }: GenerationEndProps) {
  const text = useWords(words)
  const [isAsking, setAsking] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const { id, status, error } = generation
  const remove = async () => {
    const log = row.current?.closest<HTMLElement>('.log')
    // the shown one last: the others would be shown instead of it
    for (const each of [...earlier, id]) await room.removeGeneration(each)
    // its row is gone
    log?.focus({ preventScroll: true })
  }
  return (
    <div className={status === 'FAILED' ? 'reply-note notice failure' : 'reply-note small quiet'} ref={row}>
      {status === 'CANCELLED' ? <p>{text.stopped}</p> : <Reason sentence={text.failure(error?.code)} />}
      <div className="row">
        {sendAgain && (
          <Button isSmall icon="refresh" disabled={isBusy} onClick={sendAgain}>
            {text.sendAgain}
          </Button>
        )}
        <Button isSmall icon="delete" onClick={() => setAsking(true)}>
          {text.remove}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={sendAgain ? text.removeTitle : text.removeNoteTitle}
          verb={text.remove}
          isHarmless={!sendAgain}
          run={remove}
          onClose={() => setAsking(false)}
        >
          {sendAgain ? text.removeLoss : text.removeNoteLoss}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Why there is no reply. What is in brackets opens the choice of the model, where the room has one. */
function Reason({ sentence }: { readonly sentence: string }) {
  const { parts } = useRoute()
  const [before = '', link, after] = sentence.split(/[[\]]/)
  const choose = () => document.querySelector<HTMLElement>('.room-header .room-partner [aria-haspopup=menu]')?.click()
  return (
    <p role="alert">
      {before}
      {link !== undefined && parts[0] === 'rooms' ? (
        <button type="button" className="link" onClick={choose}>
          {link}
        </button>
      ) : (
        link
      )}
      {after}
    </p>
  )
}
