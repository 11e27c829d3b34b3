import type { Character } from '@parley/client'
import { useWords } from '../../ui/text/catalogue.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { LikeButton } from './like-button.js'
import { words } from './words.js'

const shownTags = 3

/** A character in the gallery. The whole tile is its link, except for the like button. */
export function CharacterTile({ character }: { readonly character: Character }) {
  const { private: secret } = useWords(words)
  const { id, name, description, imageUrl, tags, visibility } = character
  return (
    <li className="tile">
      <Portrait name={name} imageUrl={imageUrl} />
      <div className="about">
        <h2 dir="auto">
          <a href={`#/characters/${id}`}>{name}</a>
        </h2>
        {description && (
          <p className="quiet small" dir="auto">
            {description}
          </p>
        )}
      </div>
      <div className="foot">
        <span className="tags">
          {visibility === 'PRIVATE' && <span className="tag strong">{secret}</span>}
          {tags.slice(0, shownTags).map((tag) => (
            <span key={tag} className="tag clipped" dir="auto">
              {tag}
            </span>
          ))}
        </span>
        <LikeButton character={character} />
      </div>
    </li>
  )
}
