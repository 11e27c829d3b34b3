import { useEffect, useState } from 'react'
import type { Entry, Room } from '@parley/client'
import { Failure } from '../../../ui/feedback/failure.js'
import { IconButton } from '../../../ui/forms/button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words as roomWords } from '../words.js'
import { words } from './late-words.js'

interface AlternativesProps {
  readonly room: Room
  readonly entry: Entry
  readonly isBusy: boolean
}

type Alternative = Awaited<ReturnType<Room['alternatives']>>[number]

/** Switches between the replies of an entry. */
export function Alternatives({ room, entry: { index, version }, isBusy }: AlternativesProps) {
  const text = useWords(words)
  const { replyRuns } = useWords(roomWords)
  const [alternatives, setAlternatives] = useState<readonly Alternative[]>([])
  useEffect(() => {
    const stop = new AbortController()
    room.alternatives(index, { signal: stop.signal }).then(setAlternatives, () => {
      // without them there is nothing to switch; the reply itself is shown
      if (!stop.signal.aborted) setAlternatives([])
    })
    return () => stop.abort()
  }, [room, index, version])
  const choose = useAction((alternative: number) =>
    room.chooseAlternative(index, alternative, { expectedVersion: version }),
  )
  const shown = alternatives.findIndex((alternative) => alternative.shown)
  if (shown < 0) return null
  const go = (place: number) => {
    const next = alternatives[place]
    if (next) void choose.run(next.number)
  }
  return (
    <>
      <span className="alternatives" role="group" aria-label={text.replyOf(shown + 1, alternatives.length)}>
        <IconButton
          isSmall
          icon="back"
          label={text.previousReply}
          disabled={shown === 0 || isBusy}
          onClick={() => go(shown - 1)}
        />
        <span className="small quiet" aria-hidden="true">
          {shown + 1} / {alternatives.length}
        </span>
        <IconButton
          isSmall
          icon="forward"
          label={text.nextReply}
          disabled={shown === alternatives.length - 1 || isBusy}
          onClick={() => go(shown + 1)}
        />
      </span>
      <Failure error={choose.error} conflict={isBusy ? replyRuns : undefined} />
    </>
  )
}
