import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

export function RefreshButton({ onClick }: { readonly onClick: () => void }) {
  const { refresh } = useWords(words)
  return (
    <Button isSmall icon="refresh" onClick={onClick}>
      {refresh}
    </Button>
  )
}
