import { Empty } from '../../ui/feedback/empty.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { galleryPath, type GalleryRoute } from './gallery-route.js'
import { Starters } from './starters.js'
import { words } from './words.js'

/** An empty gallery: of a search, of the reader, or of a new installation. */
export function NoCharacters({ route: { search, tags, mine } }: { readonly route: GalleryRoute }) {
  const text = useWords(words)
  const isMine = mine !== null
  if (search !== '' || tags.length > 0 || (isMine && mine !== 'all'))
    return (
      <Empty title={text.noneFound}>
        {search !== '' && <p className="quiet">{text.noneFoundHint}</p>}
        <LinkButton to={galleryPath(isMine ? { mine: 'all' } : {})}>{text.showAll}</LinkButton>
      </Empty>
    )
  const ways = (
    <div className="row center">
      <LinkButton to="/characters/new">{text.create}</LinkButton>
      <LinkButton to="/characters/new?card=1">{text.importCard}</LinkButton>
    </div>
  )
  if (isMine)
    return (
      <Empty title={text.noneMine}>
        <p className="quiet">{text.noneMineHint}</p>
        {ways}
      </Empty>
    )
  return (
    <>
      <Starters />
      {ways}
    </>
  )
}
