import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Portrait, storedImage } from '../../ui/theme/portrait.js'
import type { ListedCharacterFragment } from '../operations.generated.js'
import { words } from './words.js'

interface CharacterRowProps {
  readonly character: ListedCharacterFragment
  readonly ask: () => void
}

/** A character with the beginning of its texts. What its owner has made private has no command. */
export function CharacterRow({ character, ask }: CharacterRowProps) {
  const text = useWords(words)
  const { name, imageUrl, owner, greeting, description, hiddenByAdmin } = character
  const isPublic = character.visibility === 'PUBLIC'
  const about = [description, greeting].find((each) => each?.trim())
  return (
    <div className="entry">
      <Portrait name={name} imageUrl={imageUrl} size={3} />
      <div className="about">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p className="quiet">{owner ? text.by(owner.username) : text.noOwner}</p>
        <p className="row">
          <span className={hiddenByAdmin ? 'tag bad' : 'tag'}>
            {hiddenByAdmin ? text.hidden : isPublic ? text.public : text.private}
          </span>
        </p>
        <p className={about ? 'excerpt' : 'quiet'}>{about ?? text.noGreeting}</p>
        {imageUrl !== null && storedImage(imageUrl) === undefined && <p className="quiet small">{text.elsewhere}</p>}
      </div>
      {(isPublic || hiddenByAdmin) && (
        <Button
          isSmall
          icon={isPublic ? 'hidden' : undefined}
          aria-label={isPublic ? text.hideOf(name) : text.showOf(name)}
          onClick={ask}
        >
          {isPublic ? text.hide : text.show}
        </Button>
      )}
    </div>
  )
}
