import { useEffect, useId, useState } from 'react'
import { useParley } from '@parley/client/react'
import { Failure } from '../feedback/failure.js'
import { FileButton } from '../files/file-button.js'
import { useWords } from '../text/catalogue.js'
import { Portrait } from '../theme/portrait.js'
import { Button } from './button.js'
import { useAction } from './use-action.js'
import { maxPictureBytes } from './picture-bytes.js'
import { words } from './picture-words.js'

/** The id of an uploaded picture; null removes the picture, undefined keeps it. */
export type PictureChoice = string | null | undefined

interface PictureFieldProps {
  readonly label: string
  /** The name of the character or the account, for the letter where there is no picture. */
  readonly name: string
  readonly imageUrl: string | null
  readonly choice: PictureChoice
  readonly onChoose: (choice: PictureChoice) => void
  /** Whether an upload runs, in which case a form should wait. */
  readonly onBusy: (isBusy: boolean) => void
  readonly fault?: string | null
  /** Whether it is shown as the tile of a character, not as a portrait. */
  readonly isTile?: boolean
}

/** Chooses, shows and uploads a picture. */
export function PictureField({ label, name, imageUrl, choice, onChoose, onBusy, fault, isTile }: PictureFieldProps) {
  const text = useWords(words)
  const id = useId()
  const parley = useParley()
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState<string>()
  const preview = usePreview(file)
  const upload = useAction(async (chosen: File) => {
    onBusy(true)
    try {
      onChoose((await parley.uploadImage(chosen)).id)
    } finally {
      onBusy(false)
    }
  })
  const choose = async (chosen: File) => {
    upload.clear()
    setRefusal(undefined)
    if (chosen.size > maxPictureBytes) return setRefusal(text.pictureTooLarge)
    setFile(chosen)
    if (await upload.run(chosen)) return
    // the picture before this one is no longer shown, and thus not saved either
    setFile(undefined)
    onChoose(undefined)
  }
  const remove = () => {
    setFile(undefined)
    setRefusal(undefined)
    upload.clear()
    onChoose(imageUrl === null ? undefined : null)
  }
  // a draft can have a picture that an earlier visit has uploaded
  const address = typeof choice === 'string' ? `/thumbnail?id=${choice}` : imageUrl
  const isShown = file !== undefined || (choice !== null && address !== null)
  const isBroken = upload.error?.code === 'BAD_USER_INPUT'
  const message = refusal ?? (isBroken ? text.pictureBroken : fault)
  return (
    <div className="field" role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <span id={id} className="label">
        {label}
      </span>
      <div className={isTile ? 'picture-field as-tile' : 'picture-field'}>
        {preview === undefined ? (
          <Portrait name={name} imageUrl={choice === null ? null : address} {...(!isTile && { size: 6 })} />
        ) : (
          <img className="preview" src={preview} alt="" />
        )}
        <div className="row">
          <FileButton
            icon="image"
            accept="image/png,image/jpeg,image/gif,image/webp"
            disabled={upload.isRunning}
            choose={(chosen) => void choose(chosen)}
          >
            {isShown ? text.change : text.choose}
          </FileButton>
          {isShown && (
            <Button icon="delete" disabled={upload.isRunning} onClick={remove}>
              {text.remove}
            </Button>
          )}
        </div>
      </div>
      <span id={`${id}-hint`} className="hint" role="status">
        {upload.isRunning ? text.uploading : text.pictureHint}
      </span>
      {message && (
        <span className="fault" role="alert">
          {message}
        </span>
      )}
      {!isBroken && <Failure error={upload.error} />}
    </div>
  )
}

/** The address of a chosen file in this page. */
function usePreview(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (!file) return setPreview(undefined)
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return preview
}
