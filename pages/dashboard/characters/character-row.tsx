import { Button } from '../../ui/forms/button.js'
import { Link } from '../../ui/navigation/link.js'
import { serverPath } from '../../ui/navigation/server-url.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Portrait, storedImage } from '../../ui/theme/portrait.js'
import type { ListedCharacterFragment } from '../operations.generated.js'
import { isPublicConsole } from '../session/public-console.js'
import { hasCommand, type ReadText } from './use-character-texts.js'
import { words } from './words.js'

interface CharacterRowProps {
  readonly character: ListedCharacterFragment
  /** Undefined until it is read. */
  readonly read: ReadText | undefined
  readonly ask: () => void
}

/** A character with the beginning of a text. What its owner has made private has no command and shows no text. */
export function CharacterRow({ character, read, ask }: CharacterRowProps) {
  const text = useWords(words)
  const { name, imageUrl, owner, hiddenByAdmin, hiddenReason } = character
  const isPublic = character.visibility === 'PUBLIC'
  return (
    <div className="entry">
      <Portrait name={name} imageUrl={imageUrl} size={3} />
      <div className="about">
        <h2>
          {isPublic && isPublicConsole ? (
            <a href={`${serverPath('')}#/characters/${character.id}`}>
              <bdi>{name}</bdi>
            </a>
          ) : (
            <bdi>{name}</bdi>
          )}
        </h2>
        <p className="quiet">
          {owner ? <Link to={`/accounts/${owner.nodeId}`}>{text.by(owner.username)}</Link> : text.noOwner}
        </p>
        <p className="row">
          <span className={hiddenByAdmin ? 'tag bad' : 'tag'}>
            {hiddenByAdmin ? text.hidden : isPublic ? text.public : text.private}
          </span>
        </p>
        {hiddenReason !== null && <p>{text.hiddenBecause(hiddenReason)}</p>}
        {hasCommand(character) &&
          (read?.text ? (
            <p className="excerpt" dir="auto">
              {read.text}
            </p>
          ) : (
            <p className="quiet">{read ? text.noGreeting : text.reading}</p>
          ))}
        {imageUrl !== null && storedImage(imageUrl) === undefined && <p className="quiet small">{text.elsewhere}</p>}
      </div>
      {hasCommand(character) && (
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
