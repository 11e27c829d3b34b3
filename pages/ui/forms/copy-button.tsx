import { useEffect, useState } from 'react'
import { useAnnounce } from '../feedback/announcer.js'
import { words } from '../feedback/words.js'
import { useWords } from '../text/catalogue.js'
import { IconButton } from './button.js'

/** Copies a text. Browsers permit it on secure pages only: elsewhere there is no button. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { copied } = useWords(words)
  const announce = useAnnounce()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  if (!isSecureContext) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(copied)
  }
  return (
    <IconButton
      isSmall
      icon={isCopied ? 'check' : 'copy'}
      label={label}
      // a refused permission leaves the button as it was
      onClick={() => void copy().catch(() => undefined)}
    />
  )
}
