import { Failure } from '../../../ui/feedback/failure.js'
import { FileButton } from '../../../ui/files/file-button.js'
import { Button } from '../../../ui/forms/button.js'
import { words } from '../../../ui/forms/picture-words.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { pictureTypes, type PictureUpload } from './picture-upload.js'

/** Why a picture is not attached, with another choice. It can also be put away: the message needs no picture. */
export function PictureFailure({ upload }: { readonly upload: PictureUpload }) {
  const text = useWords(words)
  const { error, isTooLarge, choose, retry, clear } = upload
  const isBroken = error?.code === 'BAD_USER_INPUT'
  if (!error && !isTooLarge) return null
  const ways = (
    <div className="row">
      <FileButton isSmall icon="image" accept={pictureTypes} choose={choose}>
        {text.otherPicture}
      </FileButton>
      <Button isSmall onClick={clear}>
        {text.continueWithout}
      </Button>
    </div>
  )
  if (error && !isBroken)
    return (
      <Failure error={error} retry={retry}>
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
