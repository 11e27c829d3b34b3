import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../forms/button.js'
import { useWords } from '../text/catalogue.js'
import { words } from './words.js'

interface DialogProps {
  readonly title: string
  /** A drawer is at the edge of the window, for more than a question. */
  readonly isDrawer?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog while it is rendered. Escape closes it; the focus returns to where it was. */
export function Dialog({ title, isDrawer = false, onClose, children }: DialogProps) {
  const { close } = useWords(words)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // in the document still when it closes: the browser returns the focus then
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={isDrawer ? 'dialog drawer' : 'dialog'}
      aria-labelledby={id}
      // React passes both events on to the dialog below
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // browsers close a dialog without asking when Escape is pressed twice
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget && !currentTarget.open) onClose()
      }}
    >
      <div className="content">
        {isDrawer ? (
          <div className="drawer-head">
            <h2 id={id} dir="auto">
              {title}
            </h2>
            <IconButton icon="close" label={close} onClick={onClose} />
          </div>
        ) : (
          <h2 id={id}>{title}</h2>
        )}
        {children}
      </div>
    </dialog>
  )
}
