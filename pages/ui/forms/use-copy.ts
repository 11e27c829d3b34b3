import { useAnnounce } from '../feedback/announcer.js'
import { words } from '../feedback/words.js'
import { useWords } from '../text/catalogue.js'

/** Copies a text on a secure page, and announces that. A refused permission has no effect. */
export function useCopy(text: string, onCopied?: () => void): () => void {
  const { copied } = useWords(words)
  const announce = useAnnounce()
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    onCopied?.()
    announce(copied)
  }
  return () => void copy().catch(() => undefined)
}
