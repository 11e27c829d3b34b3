import { useEffect, useState } from 'react'
import { useAnnounce } from '../feedback/announcer.js'
import { words } from '../feedback/words.js'
import { useWords } from '../text/catalogue.js'
import { IconButton } from './button.js'

/** Copies a text, and says so for a while. */
export function useCopying(text: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const { copied } = useWords(words)
  const announce = useAnnounce()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const write = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(copied)
  }
  // a refused permission leaves the button as it was
  return { isCopied, copy: () => void write().catch(() => undefined) }
}

/** Copies a text. Browsers permit it on secure pages only: elsewhere there is no button. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { isCopied, copy } = useCopying(text)
  if (!isSecureContext) return null
  return <IconButton isSmall icon={isCopied ? 'check' : 'copy'} label={label} onClick={copy} />
}
