import { useParley } from '@parley/client/react'
import { Failure } from '../../../ui/feedback/failure.js'
import { FileButton } from '../../../ui/files/file-button.js'
import { Button } from '../../../ui/forms/button.js'
import { words } from '../../../ui/forms/picture-words.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { attachPicture } from './attach.js'
import { pictureTypes } from './picture-types.js'
import type { Sending } from './use-sending.js'

/** Why a picture is not attached, with another choice. It can also be put away: the message needs no picture. */
export function PictureFailure({ sending }: { readonly sending: Sending }) {
  const text = useWords(words)
  const parley = useParley()
  const { chosen, outbox } = sending
  if (!chosen?.failure) return null
  const isTooLarge = chosen.failure === 'tooLarge'
  const error = chosen.failure === 'tooLarge' ? null : chosen.failure
  const isBroken = error?.code === 'BAD_USER_INPUT'
  const choose = (file: File) => void attachPicture(file, { parley, outbox })
  const ways = (
    <div className="row">
      <FileButton isSmall icon="image" accept={pictureTypes} choose={choose}>
        {text.otherPicture}
      </FileButton>
      <Button isSmall onClick={sending.forgetChosen}>
        {text.continueWithout}
      </Button>
    </div>
  )
  if (error && !isBroken)
    return (
      <Failure error={error} retry={() => choose(chosen.file)}>
        {ways}
      </Failure>
    )
  return (
    <div className="notice failure" role="alert">
      <p>{isTooLarge ? text.pictureTooLarge : text.pictureBroken}</p>
      {ways}
    </div>
  )
}
