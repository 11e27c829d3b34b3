import { useState } from 'react'
import { ParleyError } from '@parley/client'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../../ui/feedback/announcer.js'
import { Failure } from '../../../ui/feedback/failure.js'
import { FileButton } from '../../../ui/files/file-button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useRetryKey } from '../../../ui/forms/use-retry-key.js'
import { navigate } from '../../../ui/navigation/route.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { CardTooLargeError, importCardFile, NoCardError } from './card-file.js'
import { words } from './words.js'

const maxBytes = 5 * 1024 * 1024

/** What is wrong with the card, where that is the fault. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof NoCardError) return ''
  return error instanceof ParleyError ? error.details.fields?.[0]?.message : undefined
}

/** Creates a character from a file, then opens it in the editor. */
export function CardImport({ isFocused }: { readonly isFocused: boolean }) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const [refusal, setRefusal] = useState<string>()
  const retryKey = useRetryKey()
  const card = useAction(async (file: File) => {
    try {
      const { id, name } = await importCardFile(parley, file, retryKey.of)
      retryKey.renew()
      announce(text.imported(name))
      navigate(`/characters/${id}/edit?imported=1`, { replace: true })
    } catch (error) {
      if (error instanceof CardTooLargeError) return setRefusal(text.cardTooLarge)
      const reason = reasonOf(error)
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
    <section className="card form">
      <h2>{text.haveCard}</h2>
      <p className="quiet">{text.cardHint}</p>
      <div className="row">
        <FileButton
          icon="import"
          accept=".json,.png,application/json,image/png"
          disabled={card.isRunning}
          autoFocus={isFocused}
          choose={choose}
        >
          {text.importCard}
        </FileButton>
        <span role="status" className="quiet">
          {card.isRunning && text.importing}
        </span>
      </div>
      {refusal && (
        <p className="notice failure" role="alert">
          {refusal}
        </p>
      )}
      <Failure error={card.error} />
    </section>
  )
}
