import { useState } from 'react'
import type { Entry, Generation, Room } from '@parley/client'
import { Failure } from '../../../ui/feedback/failure.js'
import { CopyButton } from '../../../ui/forms/copy-button.js'
import { IconButton } from '../../../ui/forms/button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { Alternatives } from './alternatives.js'
import { EntryEditor } from './entry-editor.js'
import { EntryMenu } from './entry-menu.js'
import { GenerationFailure, Progress } from './generation-view.js'
import { Message } from './message.js'
import { ReplyBubble } from './reply-bubble.js'
import type { Speaker } from './reply-bubble.js'
import { words } from '../words.js'

interface EntryViewProps {
  readonly room: Room
  readonly entry: Entry
  readonly speaker: Speaker
  /** The last generation of another reply of this entry, unless it is complete. */
  readonly again: Generation | undefined
  /** Whether a reply of the room is generated: there is one at a time. */
  readonly isBusy: boolean
}

/** A message with its reply, and what can be done with both. */
export function EntryView({ room, entry, speaker, again, isBusy }: EntryViewProps) {
  const text = useWords(words)
  const [edited, setEdited] = useState<'message' | 'reply'>()
  const { index, version, inputData, outputData } = entry
  const regenerate = useAction(() => room.regenerate(index, { expectedVersion: version }))
  const isAgain = again?.status === 'QUEUED' || again?.status === 'RUNNING'
  const close = () => setEdited(undefined)
  if (edited === 'message')
    return (
      <EntryEditor
        label={text.editMessage}
        verb={text.replyAgain}
        text={inputData}
        save={(changed) => room.regenerate(index, { inputData: changed, expectedVersion: version })}
        close={close}
      />
    )
  return (
    <>
      {(inputData !== '' || entry.imgUrl) && (
        <Message text={isAgain ? again.message : inputData} imageUrl={entry.imgUrl} />
      )}
      {edited === 'reply' ? (
        <EntryEditor
          label={text.editReply}
          verb={text.save}
          text={outputData}
          save={(changed) => room.edit(entry, { outputData: changed })}
          close={close}
        />
      ) : (
        <ReplyBubble speaker={speaker} text={isAgain ? again.text : outputData} isGrowing={isAgain}>
          {isAgain && <Progress generation={again} name={speaker.name} />}
          {again?.status === 'FAILED' && (
            <div className="notice failure">
              <GenerationFailure generation={again} />
            </div>
          )}
          <Failure error={regenerate.error} />
          {!isAgain && (
            <div className="entry-commands">
              {entry.alternativeCount > 1 && <Alternatives room={room} entry={entry} isBusy={isBusy} />}
              <IconButton
                isSmall
                icon="refresh"
                label={text.regenerate}
                disabled={isBusy || regenerate.isRunning}
                onClick={() => void regenerate.run()}
              />
              <CopyButton text={outputData} label={text.copyReply} />
              <EntryMenu room={room} entry={entry} isBusy={isBusy} edit={setEdited} />
            </div>
          )}
        </ReplyBubble>
      )}
    </>
  )
}
