import type { Entry, Room } from '@parley/client'
import { Failure } from '../../../ui/feedback/failure.js'
import { Button } from '../../../ui/forms/button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words as roomWords } from '../words.js'
import { words } from './late-words.js'

interface ReplyEndProps {
  readonly room: Room
  readonly entry: Entry
  readonly isBusy: boolean
  /** Called when the reply goes on: the button disappears then. */
  readonly onContinue: () => void
}

/** Says why a reply is not complete, and offers to go on with it. */
export function ReplyEnd({ room, entry: { index, version, finishReason }, isBusy, onContinue }: ReplyEndProps) {
  const text = useWords(words)
  const { replyRuns } = useWords(roomWords)
  const more = useAction(() => room.continueReply(index, { expectedVersion: version }))
  if (finishReason === null || finishReason === 'STOP') return null
  const why = { LENGTH: text.cutByLength, CANCELLED: text.stopped, OTHER: text.brokeOff }[finishReason]
  return (
    <>
      <div className="reply-note small quiet">
        <p>{why}</p>
        <Button
          isSmall
          disabled={isBusy || more.isRunning}
          onClick={() => {
            void more.run()
            onContinue()
          }}
        >
          {text.continueReply}
        </Button>
      </div>
      <Failure error={more.error} conflict={isBusy ? replyRuns : undefined} />
    </>
  )
}
