import type { Character } from '@parley/client'
import { latePart } from '../shell/late-part.js'
import { useWords } from '../../ui/text/catalogue.js'
import { unspaced } from '../../ui/text/unspaced.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { galleryPath } from './gallery-route.js'
import { LikeButton } from './like-button.js'
import { words } from './words.js'

const CharacterMenu = latePart(({ CharacterMenu }) => CharacterMenu)

const shownTags = 3

interface CharacterTileProps {
  readonly character: Character
  /** Whether it is shown among those of the reader. */
  readonly isMine?: boolean
  readonly onChange?: (changed: Character) => void
}

/** A character in the gallery. The whole tile is its link, except for its tags and commands. */
export function CharacterTile({ character, isMine = false, onChange }: CharacterTileProps) {
  const text = useWords(words)
  const { id, name, description, imageUrl, tags, visibility } = character
  return (
    <li className="tile">
      <Portrait name={name} imageUrl={imageUrl} />
      <div className="about">
        <h2 dir="auto" {...unspaced(name)}>
          <a href={`#/characters/${id}`}>{name}</a>
        </h2>
        {description && (
          <p className="quiet small" dir="auto" {...unspaced(description)}>
            {description}
          </p>
        )}
      </div>
      <div className="foot">
        <span className="tags">
          {(isMine || visibility === 'PRIVATE') && (
            <span className="tag strong">{visibility === 'PRIVATE' ? text.private : text.public}</span>
          )}
          {tags.slice(0, shownTags).map((tag) => (
            <a key={tag} className="tag clipped" href={`#${galleryPath({ tags: [tag] })}`} dir="auto">
              {tag}
            </a>
          ))}
        </span>
        <LikeButton {...{ character, onChange }} />
        {isMine && <CharacterMenu character={character} isOwn />}
      </div>
    </li>
  )
}
