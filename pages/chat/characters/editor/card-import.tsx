import { useId, useState, type ReactNode } from 'react'
import { type ImportedCard, ParleyError } from '@parley/client'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../../ui/feedback/announcer.js'
import { Failure } from '../../../ui/feedback/failure.js'
import { FileButton } from '../../../ui/files/file-button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useRetryKey } from '../../../ui/forms/use-retry-key.js'
import { navigate } from '../../../ui/navigation/route.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { CardNotices } from './card-notices.js'
import { words as refusalWords } from './card-refusals-words.js'
import { words } from './words.js'

const maxBytes = 32 * 1024 * 1024

/** What is wrong with the card, where that is the fault. The sentence of the server, without its marks of code, is that of a later one. */
function reasonOf(error: unknown, { refusals }: (typeof refusalWords)['en']): string | undefined {
  if (!(error instanceof ParleyError) || error.code !== 'BAD_USER_INPUT') return undefined
  const [fault] = error.details.fields ?? []
  const known = refusals[fault?.reason ?? '']?.(fault?.detail ?? '')
  if (known !== undefined) return known
  return error.message
    .replace(/^Value error, /, '')
    .replaceAll('`', '')
    .replace(/\.?$/, '.')
}

interface CardImportProps {
  readonly isFocused: boolean
  /** The heading beside the button. */
  readonly children: ReactNode
}

/** Creates a private character from a file, shows what of the card is not played, then opens it in the editor. */
export function CardImport({ isFocused, children }: CardImportProps) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const refusalText = useWords(refusalWords)
  const [refusal, setRefusal] = useState<string>()
  const [imported, setImported] = useState<ImportedCard>()
  const retryKey = useRetryKey()
  const hint = useId()
  const open = ({ id, name }: ImportedCard) => {
    announce(text.imported(name))
    navigate(`/characters/${String(id)}/edit?imported=1`, { replace: true })
  }
  const card = useAction(async (file: File) => {
    try {
      const idempotencyKey = retryKey.of([file.name, file.size, file.lastModified])
      const made = await parley.importCardFile(file, { isPublic: false, idempotencyKey })
      retryKey.renew()
      if (made.notices.length > 0) setImported(made)
      else open(made)
    } catch (error) {
      const reason = reasonOf(error, refusalText)
      if (reason === undefined) throw error
      setRefusal(text.refused(reason))
    }
  })
  const choose = (file: File) => {
    card.clear()
    setRefusal(file.size > maxBytes ? text.tooLarge : undefined)
    if (file.size <= maxBytes) void card.run(file)
  }
  return (
    <div className="card-import">
      <div className="title-row">
        {children}
        <FileButton
          isSmall
          icon="upload"
          accept=".json,.png,.webp,.charx,.jpg,.jpeg,application/json,image/png,image/webp,image/jpeg"
          disabled={card.isRunning}
          autoFocus={isFocused}
          aria-describedby={hint}
          choose={choose}
        >
          {text.importCard}
        </FileButton>
      </div>
      <p id={hint} role="status" className="quiet small">
        {card.isRunning ? text.importing : text.cardHint}
      </p>
      {refusal && (
        <p className="notice failure" role="alert">
          {refusal}
        </p>
      )}
      <Failure error={card.error} />
      {imported && <CardNotices card={imported} onClose={() => open(imported)} />}
    </div>
  )
}
