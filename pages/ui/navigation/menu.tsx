import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../forms/button.js'
import { Icon } from '../theme/icon.js'
import type { IconName } from '../theme/icon.js'

export interface MenuItem {
  readonly label: string
  readonly icon: IconName
  readonly isDangerous?: boolean
  readonly run: () => void
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly icon?: IconName
  readonly isSmall?: boolean
}

/** A button that opens a list of commands, on the side of it that has more space. Arrow keys move in it; Escape closes it and returns the focus. */
export function Menu({ label, items, icon = 'more', isSmall }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [isUpward, setUpward] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const commands = () => [...(root.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]') ?? [])]
  const toggle = () => {
    setUpward((root.current?.getBoundingClientRect().top ?? 0) > innerHeight / 2)
    setOpen(!isOpen)
  }
  const close = () => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!isOpen) return
    commands()[0]?.focus()
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener('pointerdown', outside)
    return () => removeEventListener('pointerdown', outside)
  }, [isOpen])
  const move = (event: KeyboardEvent) => {
    const list = commands()
    const index = list.findIndex((command) => command === document.activeElement)
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
    if (target !== undefined) list.at(target % list.length)?.focus()
    if (event.key === 'Escape') close()
    if (event.key === 'Tab') return setOpen(false)
    if (target !== undefined || event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <div className={isUpward ? 'menu upward' : 'menu'} ref={root} onKeyDown={isOpen ? move : undefined}>
      <IconButton
        {...{ icon, label, isSmall }}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      />
      {isOpen && (
        <ul id={id} role="menu" aria-label={label}>
          {items.map(({ label: name, icon: shape, isDangerous, run }) => (
            <li key={name} role="none">
              <button
                type="button"
                role="menuitem"
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
      )}
    </div>
  )
}
