import { useSession } from '@parley/client/react'
import { Empty } from '../../ui/feedback/empty.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as roomWords } from '../rooms/words.js'
import { words } from './words.js'

export function Missing() {
  const { missing, toCharacters } = useWords(words)
  const { newRoom } = useWords(roomWords)
  const isSignedIn = useSession().status === 'signedIn'
  return (
    <Empty title={missing} level={1}>
      <LinkButton to={isSignedIn ? '/new' : '/'}>{isSignedIn ? newRoom : toCharacters}</LinkButton>
    </Empty>
  )
}
