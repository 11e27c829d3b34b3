import { useState } from 'react'
import { useWords } from '../../../ui/text/catalogue.js'
import { useStoredValue } from '../../../ui/theme/stored-value.js'
import { words } from './thoughts-words.js'

interface ThoughtsProps {
  readonly text: string
  /** How long the model has thought; null in replies of earlier releases. */
  readonly ms: number | null
  /** Whether no text follows them yet. */
  readonly isThinking: boolean
}

/**
 * What a model thought before a reply, as it was written. Closed until it is opened; those that a model is writing are as the
 * person has last left such ones.
 */
export function Thoughts({ text, ms, isThinking }: ThoughtsProps) {
  const { thinking, thoughts, thoughtFor } = useWords(words)
  const [choice, choose] = useStoredValue('parley-thoughts')
  const [isOpen, setOpen] = useState(isThinking && choice === 'open')
  const seconds = Math.round((ms ?? 0) / 1_000)
  return (
    <details
      className={isThinking ? 'thoughts thinking small quiet' : 'thoughts small quiet'}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open === isOpen) return
        setOpen(open)
        if (isThinking) choose(open ? 'open' : null)
      }}
    >
      <summary>{isThinking ? thinking : seconds > 0 ? thoughtFor(seconds) : thoughts}</summary>
      <p dir="auto">{text}</p>
    </details>
  )
}
