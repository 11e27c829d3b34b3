import { useEffect, useEffectEvent, useState, type ClipboardEvent } from 'react'
import { pictureTypes, type PictureUpload } from './picture-upload.js'

export interface GivenPictures {
  /** Whether a file is dragged over the page. */
  readonly isOver: boolean
  /** Why not all that was given is attached. */
  readonly refusal: 'notPicture' | 'onePicture' | 'stillUploading' | undefined
  readonly paste: (event: ClipboardEvent) => void
}

/** Attaches a picture that is pasted into the box, or dropped anywhere on the page. */
export function useGivenPictures(upload: PictureUpload, draft: string): GivenPictures {
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState<GivenPictures['refusal']>()
  useEffect(() => setRefusal(undefined), [draft])
  const attach = (event: Pick<Event, 'preventDefault'>, files: Iterable<File>) => {
    event.preventDefault()
    const [picture, ...others] = [...files].filter(({ type }) => pictureTypes.split(',').includes(type))
    if (!picture) return setRefusal('notPicture')
    if (upload.isRunning) return setRefusal('stillUploading')
    setRefusal(others.length > 0 ? 'onePicture' : undefined)
    upload.choose(picture)
  }
  const dragged = useEffectEvent((event: DragEvent) => {
    const { dataTransfer, type, relatedTarget } = event
    if (type === 'dragleave') {
      if (relatedTarget === null) setOver(false)
      return
    }
    if (!dataTransfer?.types.includes('Files') || document.querySelector('dialog[open]')) return
    setOver(type === 'dragover')
    if (type === 'drop') attach(event, dataTransfer.files)
    else event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: DragEvent) => dragged(event)
    const types = ['dragover', 'dragleave', 'drop'] as const
    for (const type of types) document.addEventListener(type, listener)
    return () => {
      for (const type of types) document.removeEventListener(type, listener)
    }
  }, [])
  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // programs such as a word processor add a picture of the text
    if (files.length > 0 && !types.includes('text/plain')) attach(event, files)
  }
  const isOutdated = refusal === 'stillUploading' && !upload.isRunning
  return { isOver, refusal: isOutdated ? undefined : refusal, paste }
}
