import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '../forms/button.js'
import { Icon, type IconName } from '../theme/icon.js'
import { placeBeside } from './place-beside.js'

export interface MenuItem {
  readonly label: string
  readonly icon: IconName
  readonly isDangerous?: boolean
  /** Whether it is chosen, where the items are the values of one choice. */
  readonly isChosen?: boolean
  readonly run: () => void
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  /** Above the commands. */
  readonly note?: string | undefined
  readonly icon?: IconName
  /** On the button, in the place of the icon. */
  readonly face?: ReactNode
  readonly isSmall?: boolean
}

/** A button that opens a list of commands above the page. Arrow keys move in it; Escape closes it and returns the focus. */
export function Menu({ label, items, note, icon = 'more', face, isSmall }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const commands = () => [...(list.current?.querySelectorAll('button') ?? [])]
  const close = () => {
    list.current?.hidePopover()
    button.current?.focus()
  }
  useLayoutEffect(() => {
    if (!isOpen || !button.current || !list.current) return
    placeBeside(button.current, list.current)
    list.current.querySelector('button')?.focus({ preventScroll: true })
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const place = () => {
      if (button.current && list.current) placeBeside(button.current, list.current)
    }
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [isOpen])
  const move = (event: KeyboardEvent) => {
    const all = commands()
    const index = all.findIndex((command) => command === document.activeElement)
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
    if (target !== undefined) all.at(target % all.length)?.focus()
    // the focus goes on from the button
    if (event.key === 'Escape' || event.key === 'Tab') close()
    if (target !== undefined || event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <div className="menu">
      <IconButton
        {...{ icon, label, face, isSmall }}
        ref={button}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
      />
      <ul
        id={id}
        ref={list}
        popover="auto"
        role="menu"
        aria-label={note === undefined ? label : `${label}, ${note}`}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={move}
      >
        {isOpen && note !== undefined && (
          <li role="none" className="menu-note small quiet">
            {note}
          </li>
        )}
        {isOpen &&
          items.map(({ label: name, icon: shape, isDangerous, isChosen, run }) => (
            <li key={name} role="none">
              <button
                type="button"
                role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={isChosen}
                tabIndex={-1}
                className={isDangerous ? 'danger' : undefined}
                onClick={() => {
                  close()
                  run()
                }}
              >
                <Icon name={shape} />
                {name}
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}
