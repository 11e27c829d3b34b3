import type { ReactNode } from 'react'
import { IconButton } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

interface HeadingProps {
  readonly title: string
  readonly refresh: () => void
  /** Commands at the end. */
  readonly children?: ReactNode
}

/** The title of a screen that is read again on request. */
export function Heading({ title, refresh, children }: HeadingProps) {
  const text = useWords(words)
  return (
    <div className="row heading">
      <div className="row">
        <h1>{title}</h1>
        <IconButton isSmall icon="refresh" label={text.refresh} onClick={refresh} />
      </div>
      {children && <div className="row">{children}</div>}
    </div>
  )
}
