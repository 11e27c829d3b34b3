import { useParley, useSession } from '@parley/client/react'
import type { Character } from '@parley/client'
import { useFailureSentence } from '../../ui/feedback/failure.js'
import { useAction } from '../../ui/forms/use-action.js'
import { navigate, useRoute } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { Icon } from '../../ui/theme/icon.js'
import { accountPath } from '../account/account-path.js'
import { words } from './words.js'

interface LikeButtonProps {
  readonly character: Pick<Character, 'id' | 'name' | 'likeCount' | 'likedByMe'>
  readonly onChange?: ((character: Character) => void) | undefined
}

/** The number of likes, and the reader's own. Guests create an account or sign in first. */
export function LikeButton({ character: { id, name, likeCount, likedByMe }, onChange }: LikeButtonProps) {
  const text = useWords(words)
  const { number } = useFormats()
  const sentence = useFailureSentence()
  const parley = useParley()
  const { path } = useRoute()
  const { status } = useSession()
  const like = useAction(async () => {
    const changed = await parley.like(id, !likedByMe)
    onChange?.(changed)
  })
  const press = () => {
    if (status === 'signedIn') void like.run()
    else navigate(accountPath('sign-up', path, 'like'))
  }
  return (
    <span className="likes">
      <button
        type="button"
        className="button plain small"
        aria-pressed={likedByMe}
        aria-disabled={like.isRunning}
        onClick={press}
      >
        <Icon name="heart" isFilled={likedByMe} />
        <span className="unseen">{text.like(name)}, </span>
        {number(likeCount)}
      </button>
      {like.error && (
        <span className="fault" role="alert">
          {sentence(like.error)}
        </span>
      )}
    </span>
  )
}
