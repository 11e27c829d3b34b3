import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useWords } from '../../ui/text/catalogue.js'
import { CopyButton } from '../../ui/forms/copy-button.js'
import { words } from './words.js'

interface CodeBlockProps {
  readonly text: string
  readonly language: string | undefined
  readonly isGrowing: boolean
}

/** Longer code stays in one colour. */
const maxLength = 20_000

export function CodeBlock({ text, language, isGrowing }: CodeBlockProps) {
  const { code, copyCode } = useWords(words)
  const name = language?.split(/\s/)[0] ?? ''
  const coloured = useColours(text, name, isGrowing)
  return (
    <figure className="code">
      <figcaption>
        <span className="clipped">{name === '' ? code : name}</span>
        <CopyButton text={text} label={copyCode} />
      </figcaption>
      <pre tabIndex={0} dir="ltr">
        <code>{coloured ?? text}</code>
      </pre>
    </figure>
  )
}

/** The code in colours; undefined until the colouring is loaded, and for languages that it does not have. */
function useColours(text: string, language: string, isGrowing: boolean): ReactNode {
  const [coloured, setColoured] = useState<{ readonly text: string; readonly node: ReactNode }>()
  useEffect(() => {
    if (isGrowing || language === '' || text.length > maxLength) return
    let isCurrent = true
    void import('./colours.js')
      .then(({ colour }) => isCurrent && setColoured({ text, node: colour(text, language) }))
      // without a network it stays in one colour
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [text, language, isGrowing])
  return coloured?.text === text ? coloured.node : undefined
}
