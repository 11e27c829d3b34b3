import type { ParleyError, RoomData } from '@parley/client'
import { Button } from '../../../ui/forms/button.js'
import { NotLoaded } from '../../../ui/feedback/not-loaded.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { Icon } from '../../../ui/theme/icon.js'
import { words } from './extras-words.js'
import { modelLimit } from './message-length.js'
import { PictureFailure } from './picture-failure.js'
import type { Attaching } from './use-attaching.js'
import type { Sending } from './use-sending.js'

export interface ComposerExtrasProps {
  readonly sending: Sending
  readonly attaching: Attaching
  /** Null until it is read. */
  readonly room: RoomData | null
  /** Why the message was not sent when the person wanted to; undefined when nothing prevents it now. */
  readonly whyNot: 'reply' | 'sending' | 'upload' | 'file' | undefined
  /** While the message waits for its files. */
  readonly stopWaiting: (() => void) | undefined
  readonly error: ParleyError | null
  /** The most characters of a message. */
  readonly limit: number
  /** How many of them are left, where that is worth saying; negative beyond the limit. */
  readonly left: number | undefined
  readonly number: (value: number) => string
}

/** What the box for a message says of it, and the whole page as the place to drop files. */
export function ComposerExtras(props: ComposerExtrasProps) {
  const { sending, attaching, room, whyNot, stopWaiting, error, limit, left, number } = props
  const text = useWords(words)
  const ofModel = modelLimit(error)
  const lines = [
    whyNot && text.whyNot[whyNot],
    stopWaiting && text.waitsForFiles,
    attaching.refusal && attaching.refusal !== 'notLoaded' && text[attaching.refusal],
    left !== undefined && (left < 0 ? text.overLimit : text.nearLimit)(number(limit)),
    ofModel !== undefined && text.modelLimit(number(ofModel)),
  ].filter(Boolean)
  return (
    <>
      <div className="composer-notes small quiet">
        {/* what is said does not change with every key */}
        <span role="status">{lines.join(' ')}</span>
        {left !== undefined && (
          <span className={left < 0 ? 'count fault' : 'count'}>
            {left < 0 ? text.charactersOver(number(-left)) : text.charactersLeft(number(left))}
          </span>
        )}
      </div>
      {stopWaiting && (
        <div className="row">
          <Button isSmall onClick={stopWaiting}>
            {text.stopWaiting}
          </Button>
        </div>
      )}
      {attaching.refusal === 'notLoaded' && <NotLoaded retry={() => location.reload()} />}
      <PictureFailure sending={sending} />
      {attaching.isOver && (
        <div className="drop-here" aria-hidden="true">
          {room?.acceptsFiles ? (
            <span>
              <Icon name="attach" />
              <span>
                {text.dropFiles}
                <span className="small quiet">{text.acceptedFiles}</span>
              </span>
            </span>
          ) : (
            <span>
              <Icon name="image" />
              {text.dropPicture}
            </span>
          )}
        </div>
      )}
    </>
  )
}
