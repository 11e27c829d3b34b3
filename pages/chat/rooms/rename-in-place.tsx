import { Fragment, useRef, useState } from 'react'
import type { RoomData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { IconButton } from '../../ui/forms/button.js'
import { isComposing } from '../../ui/forms/is-composing.js'
import { selectFromStart } from '../../ui/forms/select-from-start.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { roomTitle } from './room-title.js'
import { words as lateWords } from './late-words.js'
import { words } from './words.js'

interface RenameInPlaceProps {
  readonly data: RoomData
  /** Whether it is in place of the heading of the screen. */
  readonly isHeading?: boolean
  readonly close: () => void
}

/** The field in place of a title. Enter and another place save; Escape keeps the name. */
export function RenameInPlace({ data, isHeading = false, close }: RenameInPlaceProps) {
  const { id, name } = data
  const text = useWords(words)
  const { renameKeys } = useWords(lateWords)
  const parley = useParley()
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  // a title that is proposed in the meantime is not a change of the person
  const [shown] = useState(roomTitle(data, text.assistant))
  const save = useAction((typed: string | null) => parley.room(id).update({ name: typed }))
  const end = async (typed: string | null) => {
    if (isOver.current || save.isRunning) return
    const entered = typed === '' ? null : typed
    const isChanged = typed !== null && typed !== shown && entered !== name
    if (isChanged && !(await save.run(entered))) return
    isOver.current = true
    if (document.activeElement === field.current) focusBeside(field.current)
    close()
  }
  const Frame = isHeading ? 'h1' : Fragment
  return (
    <div className="rename">
      <Frame>
        <input
          ref={field}
          aria-label={text.name}
          defaultValue={shown}
          placeholder={roomTitle({ ...data, name: null }, text.assistant)}
          maxLength={200}
          dir="auto"
          autoComplete="off"
          autoFocus
          onFocus={selectFromStart}
          onBlur={({ currentTarget }) => void end(currentTarget.value.trim())}
          onKeyDown={(event) => {
            if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return
            event.preventDefault()
            event.stopPropagation()
            void end(event.key === 'Enter' ? event.currentTarget.value.trim() : null)
          }}
        />
      </Frame>
      {matchMedia('(hover: none)').matches ? (
        // a press on them leaves the focus in the field, whose loss saves
        <span className="row" onMouseDown={(event) => event.preventDefault()}>
          <IconButton icon="check" label={text.save} onClick={() => void end(field.current?.value.trim() ?? null)} />
          <IconButton icon="close" label={text.cancel} onClick={() => void end(null)} />
        </span>
      ) : (
        isHeading && <span className="small quiet">{renameKeys}</span>
      )}
      <Failure error={save.error} />
    </div>
  )
}

/** Puts the focus on the commands of the room: a field that is removed leaves it nowhere. */
function focusBeside(field: HTMLElement | null): void {
  field?.closest('.room-link, .room-header')?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus()
}
