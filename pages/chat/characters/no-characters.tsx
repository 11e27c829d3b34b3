import { LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { latePart } from '../shell/late-part.js'
import type { GalleryRoute } from './gallery-route.js'
import { Starters } from './starters.js'
import { words } from './words.js'

const EmptyGallery = latePart(({ EmptyGallery }) => EmptyGallery)

/** An empty gallery: of a search, of the reader, or of a new installation. */
export function NoCharacters({ route }: { readonly route: GalleryRoute }) {
  const text = useWords(words)
  const ways = (
    <div className="row center">
      <LinkButton to="/characters/new">{text.create}</LinkButton>
      <LinkButton to="/characters/new?card=1">{text.importCard}</LinkButton>
    </div>
  )
  if (route.search !== '' || route.tags.length > 0 || route.mine !== null) return <EmptyGallery {...{ route, ways }} />
  return (
    <>
      <Starters />
      {ways}
    </>
  )
}
