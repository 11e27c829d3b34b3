import { Empty } from '../../ui/feedback/empty.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

export function Missing() {
  const { missing, toCharacters } = useWords(words)
  return (
    <Empty title={missing} level={1}>
      <LinkButton to="/">{toCharacters}</LinkButton>
    </Empty>
  )
}
