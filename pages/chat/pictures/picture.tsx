import { useState } from 'react'
import { createPortal } from 'react-dom'
import { latePart } from '../shell/late-part.js'
import type { ShownPicture } from './lightbox.js'

const Lightbox = latePart(({ Lightbox }) => Lightbox)

interface PictureProps {
  readonly address: string
  readonly label: string
  readonly onError?: () => void
}

/** A picture of a message. Pressed, it is shown large, with the others of the message. */
export function Picture({ address, label, onError }: PictureProps) {
  const [shown, setShown] = useState<{ readonly pictures: readonly ShownPicture[]; readonly first: number }>()
  return (
    <>
      <button
        type="button"
        className="picture"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          const message = currentTarget.closest('.message, .reply-body')
          const all = [...(message?.querySelectorAll<HTMLImageElement>('.picture > img') ?? [])]
          setShown({
            pictures: all.map(({ src, alt }) => ({ address: src, label: alt })),
            first: all.findIndex((each) => each.parentElement === currentTarget),
          })
        }}
      >
        <img src={address} alt={label} loading="lazy" onError={onError} />
      </button>
      {shown && createPortal(<Lightbox {...shown} close={() => setShown(undefined)} />, document.body)}
    </>
  )
}
