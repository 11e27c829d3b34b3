import { useEffect, useId, useState } from 'react'
import { Icon } from '../theme/icon.js'
import { IconButton } from './button.js'
import { submitted } from './submitted.js'

interface SearchFieldProps {
  readonly label: string
  /** The name of the button that clears it. */
  readonly clearLabel: string
  /** What is searched now. */
  readonly value: string
  readonly search: (query: string) => void
  readonly maxLength?: number
  /** Whether a space at the end counts. */
  readonly keepsEnd?: boolean
  readonly autoFocus?: boolean
}

const pauseMs = 300

/** Searches as one types, after a short pause, and at once with Enter. */
export function SearchField({
  label,
  clearLabel,
  value,
  search,
  maxLength = 200,
  keepsEnd = false,
  autoFocus,
}: SearchFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // not by this field, for example by the button "Back"
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  const trimmed = (query: string) => (keepsEnd ? query.trimStart() : query.trim())
  const send = (query: string) => {
    setSent(trimmed(query))
    search(trimmed(query))
  }
  useEffect(() => {
    if (trimmed(typed) === sent) return
    const timer = setTimeout(() => send(typed), pauseMs)
    return () => clearTimeout(timer)
  })
  const change = (query: string, isAtOnce = false) => {
    setTyped(query)
    if (isAtOnce) send(query)
  }
  return (
    <form className="search-field" role="search" onSubmit={submitted(() => send(typed))}>
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <Icon name="search" />
      <input
        id={id}
        type="search"
        placeholder={label}
        enterKeyHint="search"
        dir="auto"
        {...{ maxLength, autoFocus }}
        value={typed}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {typed !== '' && <IconButton isSmall icon="close" label={clearLabel} onClick={() => change('', true)} />}
    </form>
  )
}
