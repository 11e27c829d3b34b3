import { useEffect, useState } from 'react'
import { IconButton } from './button.js'
import { useCopy } from './use-copy.js'

/** Copies a text, and says so for a while. */
export function useCopying(text: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const [isCopied, setCopied] = useState(false)
  const copy = useCopy(text, () => setCopied(true))
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return { isCopied, copy }
}

/** Copies a text. Browsers permit it on secure pages only: elsewhere there is no button. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { isCopied, copy } = useCopying(text)
  if (!isSecureContext) return null
  return <IconButton isSmall icon={isCopied ? 'check' : 'copy'} label={label} onClick={copy} />
}
