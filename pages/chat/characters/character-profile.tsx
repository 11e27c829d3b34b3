import { useParley, useSession } from '@parley/client/react'
import type { Character } from '@parley/client'
import type { CharacterQuery } from '@parley/client/operations'
import { HiddenNotice } from './hidden-notice.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Link, LinkButton } from '../../ui/navigation/link.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { unspaced } from '../../ui/text/unspaced.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { Markdown } from '../markdown/markdown.js'
import { draftIdOf, draftKeyOf } from '../rooms/draft-id.js'
import { CharacterMenu } from './character-menu.js'
import { words as galleryWords } from './gallery-extras-words.js'
import { galleryPath } from './gallery-route.js'
import { LikeButton } from './like-button.js'
import { ModelTexts } from './model-texts.js'
import { words as profileWords } from './profile-words.js'
import { StartConversation } from './start-conversation.js'
import { words } from './words.js'

export type OpenCharacter = NonNullable<CharacterQuery['character']>

interface CharacterProfileProps {
  readonly character: OpenCharacter
  readonly change: (changed: Character) => void
}

export function CharacterProfile({ character, change }: CharacterProfileProps) {
  const text = { ...useWords(words), ...useWords(profileWords) }
  const { date } = useFormats()
  const { status, accountId } = useSession()
  const parley = useParley()
  const { talks } = useWords(galleryWords)
  const {
    id,
    name,
    description,
    greeting: written,
    tags,
    imageUrl,
    owner,
    visibility,
    createdAt,
    source,
    hiddenReason,
  } = character
  const { talkCount } = character
  useTitle(name)
  // choices, the time and the name of the reader are those of the chat that begins here
  const begun = useLoaded(
    async (signal) =>
      written && parley.roomGreeting(id, { roomId: draftIdOf(draftKeyOf(accountId, id)), guestName: text.you, signal }),
    `${accountId ?? ''} ${written ?? ''}`,
  )
  const greeting = begun.error ? written : begun.value
  // beside the picture while there is room for it
  const isLong = (description ?? '').length > 300
  const about = description && (
    <p className="written" dir="auto" {...unspaced(description)}>
      {description}
    </p>
  )
  return (
    <article className="profile">
      {hiddenReason !== null && <HiddenNotice reason={hiddenReason} />}
      <header>
        <Portrait name={name} imageUrl={imageUrl} />
        <div className="head">
          <div className="title-row">
            <h1 dir="auto" {...unspaced(name)}>
              {name}
            </h1>
            <div className="row">
              <LikeButton character={character} onChange={change} />
              <CharacterMenu character={character} isOwn={source !== null} change={change} />
            </div>
          </div>
          <p className="row quiet small">
            {source && (
              <span className="tag strong">
                {hiddenReason !== null ? text.hidden : visibility === 'PRIVATE' ? text.private : text.public}
              </span>
            )}
            {owner && (
              <span>
                {text.by}{' '}
                <Link to={`/authors/${owner.id}`}>
                  <bdi>{owner.username}</bdi>
                </Link>
              </span>
            )}
            <span>
              {text.created(date(createdAt))}
              {talkCount > 0 && ` · ${talks(talkCount)}`}
            </span>
          </p>
          {!isLong && about}
          {tags.length > 0 && (
            <ul role="list" className="row" aria-label={text.tags} dir="auto">
              {tags.map((tag) => (
                <li key={tag}>
                  <Link className="tag" to={galleryPath({ tags: [tag] })}>
                    {tag}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <div className="row">
            <StartConversation key={status} characterId={character.id} />
            {source && <LinkButton to={`/characters/${id}/edit`}>{text.edit}</LinkButton>}
            {status === 'signedOut' && <span className="small quiet">{text.needsAccount}</span>}
          </div>
        </div>
      </header>
      {isLong && (
        <section>
          <h2>{text.about}</h2>
          {about}
        </section>
      )}
      {greeting && (
        <section>
          <h2>{text.greeting}</h2>
          <blockquote>
            <Markdown text={greeting} level={3} />
          </blockquote>
        </section>
      )}
      <ModelTexts character={character} />
    </article>
  )
}
