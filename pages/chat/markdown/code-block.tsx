import { useEffect, useState, type ReactNode } from 'react'
import { useWords } from '../../ui/text/catalogue.js'
import { CopyButton } from '../../ui/forms/copy-button.js'
import { CodeColouring } from './code-colouring.js'
import type { Colours } from './colours.js'
import { words } from './words.js'

interface CodeBlockProps {
  readonly text: string
  readonly language: string | undefined
  readonly isGrowing: boolean
}

/** Longer code stays in one colour. */
const maxLength = 20_000

const colouring = new CodeColouring()

export function CodeBlock({ text, language, isGrowing }: CodeBlockProps) {
  const { code, copyCode } = useWords(words)
  const name = language?.split(/\s/)[0] ?? ''
  const colours = useColours(text, name, isGrowing)
  return (
    <figure className="code">
      <figcaption>
        <span className="clipped">{name === '' ? code : name}</span>
        <CopyButton text={text} label={copyCode} />
      </figcaption>
      <pre tabIndex={0} dir="ltr">
        <code>{colours ? elementsOf(colours) : text}</code>
      </pre>
    </figure>
  )
}

/** Undefined until the code is coloured, and for code that is not. */
function useColours(text: string, language: string, isGrowing: boolean): Colours | undefined {
  const [coloured, setColoured] = useState<{ readonly text: string; readonly colours: Colours | undefined }>()
  useEffect(() => {
    if (isGrowing || language === '' || text.length > maxLength) return undefined
    return colouring.request({ text, language }, (colours) => setColoured({ text, colours }))
  }, [text, language, isGrowing])
  return coloured?.text === text ? coloured.colours : undefined
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
