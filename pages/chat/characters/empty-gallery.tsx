import type { ReactNode } from 'react'
import { Empty } from '../../ui/feedback/empty.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as lateWords } from './gallery-extras-words.js'
import { galleryPath, type GalleryRoute } from './gallery-route.js'
import { words } from './words.js'

interface EmptyGalleryProps {
  readonly route: GalleryRoute
  /** The ways to a character. */
  readonly ways: ReactNode
}

/** A search, or the characters of the reader, without a result. */
export function EmptyGallery({ route: { search, tags, mine }, ways }: EmptyGalleryProps) {
  const text = { ...useWords(words), ...useWords(lateWords) }
  const isMine = mine !== null
  if (search !== '' || tags.length > 0 || (isMine && mine !== 'all'))
    return (
      <Empty title={text.noneFound}>
        {search !== '' && <p className="quiet">{text.noneFoundHint}</p>}
        <LinkButton to={galleryPath(isMine ? { mine: 'all' } : {})}>{text.showAll}</LinkButton>
      </Empty>
    )
  return (
    <Empty title={text.noneMine}>
      <p className="quiet">{text.noneMineHint}</p>
      {ways}
    </Empty>
  )
}
