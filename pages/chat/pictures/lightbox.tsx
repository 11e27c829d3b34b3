import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

export interface ShownPicture {
  readonly address: string
  readonly label: string
}

interface LightboxProps {
  readonly pictures: readonly ShownPicture[]
  /** The place of the picture that is shown first. */
  readonly first: number
  readonly close: () => void
}

/**
 * The pictures of a message, one at a time, over the page. Arrow keys go between them; Escape and a press beside the
 * picture close it.
 */
export function Lightbox({ pictures, first, close }: LightboxProps) {
  const text = useWords(words)
  const [place, setPlace] = useState(Math.max(first, 0))
  const dialog = useRef<HTMLDialogElement>(null)
  // in the document still when it closes: the browser returns the focus then
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  const { length } = pictures
  const go = (step: number) => setPlace((last) => Math.min(Math.max(last + step, 0), length - 1))
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    go(step)
  }
  const shown = pictures[place]
  if (!shown) return null
  const name = text.picture(place + 1, length)
  return (
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={shown.label || name}
      onKeyDown={pressed}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      // browsers close a dialog without asking when Escape is pressed twice
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) close()
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) close()
      }}
    >
      <div className="lightbox-commands">
        {length > 1 && (
          <>
            <IconButton icon="back" label={text.previous} disabled={place === 0} onClick={() => go(-1)} />
            <span className="small" role="status">
              {name}
            </span>
            <IconButton icon="forward" label={text.next} disabled={place === length - 1} onClick={() => go(1)} />
          </>
        )}
        <a className="button plain small" href={shown.address} target="_blank" rel="noopener">
          {text.open}
        </a>
        <a className="button plain small" href={shown.address} download="">
          {text.download}
        </a>
        <IconButton icon="close" label={text.close} onClick={close} autoFocus />
      </div>
      <img src={shown.address} alt={shown.label || name} />
    </dialog>
  )
}
