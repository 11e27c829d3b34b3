import { useRef } from 'react'
import type { RoomData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { isComposing } from '../../ui/forms/is-composing.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

interface RenameInPlaceProps {
  readonly data: RoomData
  readonly close: () => void
}

/** The field in place of a title. Enter and another place save; Escape keeps the name. */
export function RenameInPlace({ data: { id, name, proposedTitle }, close }: RenameInPlaceProps) {
  const text = useWords(words)
  const parley = useParley()
  const isOver = useRef(false)
  const save = useAction((typed: string) => parley.room(id).update({ name: typed === '' ? null : typed }))
  const end = async (typed: string | null) => {
    if (isOver.current || save.isRunning) return
    if (typed !== null && typed !== (name ?? '') && !(await save.run(typed))) return
    isOver.current = true
    close()
  }
  return (
    <div className="rename">
      <input
        aria-label={text.name}
        defaultValue={name ?? ''}
        placeholder={proposedTitle ?? undefined}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={({ currentTarget }) => void end(currentTarget.value.trim())}
        onKeyDown={(event) => {
          if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          void end(event.key === 'Enter' ? event.currentTarget.value.trim() : null)
        }}
      />
      <Failure error={save.error} />
    </div>
  )
}
