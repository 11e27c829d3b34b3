import type { ParleyError } from '@parley/client'
import { useWords } from '../../../ui/text/catalogue.js'
import { Icon } from '../../../ui/theme/icon.js'
import { words } from './extras-words.js'
import { modelLimit } from './message-length.js'
import { PictureFailure } from './picture-failure.js'
import type { PictureUpload } from './picture-upload.js'
import type { GivenPictures } from './use-given-pictures.js'

export interface ComposerExtrasProps {
  readonly upload: PictureUpload
  readonly given: GivenPictures
  /** Why the message was not sent when the person wanted to; undefined when nothing prevents it now. */
  readonly whyNot: 'reply' | 'sending' | 'upload' | undefined
  readonly error: ParleyError | null
  /** The most characters of a message. */
  readonly limit: number
  /** How many of them are left, where that is worth saying; negative beyond the limit. */
  readonly left: number | undefined
  readonly number: (value: number) => string
}

/** What the box for a message says of it, and the whole page as the place to drop a picture. */
export function ComposerExtras({ upload, given, whyNot, error, limit, left, number }: ComposerExtrasProps) {
  const text = useWords(words)
  const ofModel = modelLimit(error)
  const lines = [
    whyNot && text.whyNot[whyNot],
    given.refusal && text[given.refusal],
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
      <PictureFailure upload={upload} />
      {given.isOver && (
        <div className="drop-here" aria-hidden="true">
          <span>
            <Icon name="image" />
            {text.dropPicture}
          </span>
        </div>
      )}
    </>
  )
}
