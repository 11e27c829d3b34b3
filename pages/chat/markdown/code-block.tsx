import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useWords } from '../../ui/text/catalogue.js'
import { CopyButton } from '../../ui/forms/copy-button.js'
import type { CodeColouring, ColouredCode } from './code-colouring.js'
import type { Colours } from './colours.js'
import { words } from './words.js'

interface CodeBlockProps {
  readonly text: string
  readonly language: string | undefined
  readonly isGrowing: boolean
}

/** Longer code stays in one colour. */
const maxLength = 20_000

let colouring: CodeColouring | undefined

/** Without it, as without a network, code stays in one colour. */
async function loadColouring(): Promise<void> {
  try {
    colouring ??= (await import('../shell/late.js')).codeColouring
  } catch {
    // the next block tries again
  }
}

export function CodeBlock({ text, language, isGrowing }: CodeBlockProps) {
  const { code, copyCode } = useWords(words)
  const name = language?.split(/\s/)[0] ?? ''
  const { colours, text: beginning = '' } = useColours(text, name, isGrowing) ?? {}
  return (
    <figure className="code">
      <figcaption>
        <span className="clipped">{name === '' ? code : name}</span>
        <CopyButton text={text} label={copyCode} />
      </figcaption>
      <pre tabIndex={0} dir="ltr">
        <code>
          {colours && elementsOf(colours)}
          {colours ? text.slice(beginning.length) : text}
        </code>
      </pre>
    </figure>
  )
}

/**
 * The coloured beginning of a code, which is all of it when it is complete. While it grows its complete lines are coloured, as
 * often as the worker answers, so that the end of the reply changes no colours.
 */
function useColours(text: string, language: string, isGrowing: boolean): ColouredCode | undefined {
  const [, setCount] = useState(0)
  const cancel = useRef<() => void>(undefined)
  const known = colouring?.beginningOf({ text, language })
  const wanted = isGrowing ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  useEffect(() => {
    if (language !== '' && !colouring) void loadColouring().then(() => setCount((count) => count + 1))
  }, [language])
  useEffect(() => {
    if (
      !colouring ||
      cancel.current ||
      language === '' ||
      text.length > maxLength ||
      wanted === '' ||
      known?.text === wanted
    )
      return
    if (known && !known.colours) return
    cancel.current = colouring.request({ text: wanted, language }, () => {
      cancel.current = undefined
      setCount((count) => count + 1)
    })
  })
  useEffect(
    () => () => {
      cancel.current?.()
      cancel.current = undefined
    },
    [],
  )
  return known
}

const elementsOf = (colours: Colours): ReactNode =>
  colours.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      <span key={index} className={part.className}>
        {elementsOf(part.parts)}
      </span>
    ),
  )
