import type { ReactNode } from 'react'
import { useWords } from '../../ui/text/catalogue.js'
import { storedImage } from '../../ui/theme/portrait.js'
import { CitationContext, WithCitations } from './citations.js'
import { FootnoteLink } from './footnote-link.js'
import { FormulaView } from './formula-view.js'
import { inlineOf, linkAddress, type Inline } from './tokens.js'
import { Picture } from '../pictures/picture.js'
import { withCharacters } from './with-characters.js'
import { words } from './words.js'

export const Inlines = ({ tokens }: { readonly tokens: readonly Inline[] }): ReactNode =>
  tokens.map((token, index) => <OneInline key={index} token={token} />)

function OneInline({ token }: { readonly token: Inline }): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Inlines tokens={inlineOf(token)} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inlines tokens={inlineOf(token)} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inlines tokens={inlineOf(token)} />
        </del>
      )
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'checkbox':
      return <TaskMark isDone={token.checked} />
    case 'formula':
      return <FormulaView formula={token} />
    case 'footnote-mark':
      return <FootnoteLink mark={token} />
    case 'html':
      return /^<br *\/?>$/i.test(token.raw) ? <br /> : <>{token.raw}</>
    case 'link': {
      const address = linkAddress(token.href)
      if (address === undefined) return <>{token.raw}</>
      return (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
          <CitationContext value={undefined}>
            <Inlines tokens={inlineOf(token)} />
          </CitationContext>
        </a>
      )
    }
    case 'image': {
      // images of other sites are not loaded: these would learn who reads the conversation
      const stored = storedImage(token.href)
      const address = linkAddress(token.href)
      if (stored !== undefined) return <Picture address={stored} label={token.text} />
      if (address === undefined) return <>{token.raw}</>
      return (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
          {token.text || address}
        </a>
      )
    }
    case 'text':
      if ('tokens' in token) return <Inlines tokens={inlineOf(token)} />
      return <WithCitations text={withCharacters(token.text)} />
    case 'escape':
      return <>{token.text}</>
  }
}

/** The text after it is its task. */
function TaskMark({ isDone }: { readonly isDone: boolean }) {
  const { done, open } = useWords(words)
  return (
    <>
      <span aria-hidden="true">{isDone ? '☑' : '☐'} </span>
      <span className="unseen">{isDone ? done : open} </span>
    </>
  )
}
