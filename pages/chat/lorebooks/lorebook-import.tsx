import { useState } from 'react'
import { ParleyError } from '@parley/client'
import { importLorebook } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Failure } from '../../ui/feedback/failure.js'
import { FileButton } from '../../ui/files/file-button.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useRetryKey } from '../../ui/forms/use-retry-key.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './words.js'

interface LorebookImportProps {
  readonly label: string
  /** A lorebook whose entries the file replaces. */
  readonly replacesId: string | undefined
  readonly onDone: (id: string) => void
}

/** Without what JSON in a request adds. */
const maxBytes = 900_000

/** Stores the lorebook of a file. One with faulty entries can come in without them. */
export function LorebookImport({ label, replacesId, onDone }: LorebookImportProps) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const retryKey = useRetryKey()
  const [refused, setRefused] = useState<{ readonly reason: string; readonly file?: File }>()
  const add = useAction(async (file: File, skipInvalid: boolean) => {
    setRefused(undefined)
    const book = await file.text()
    const name = replacesId === undefined ? file.name.replace(/\.json$/i, '').slice(0, 200) : undefined
    const input = { book, skipInvalid, replacesId, ...(name && !hasName(book) ? { name } : {}) }
    try {
      const { importLorebook: made } = await parley.request(importLorebook, {
        input: { ...input, idempotencyKey: retryKey.of(input) },
      })
      retryKey.renew()
      announce(text.imported(made.lorebook.name))
      onDone(made.lorebook.id)
    } catch (error) {
      const [fault] = error instanceof ParleyError ? (error.details.fields ?? []) : []
      if (!fault) throw error
      const reason = text.refusals[fault.reason ?? '']?.(fault.detail ?? '') ?? fault.message
      setRefused({ reason, ...(skipInvalid ? {} : { file }) })
    }
  })
  const choose = (file: File) => {
    add.clear()
    if (file.size > maxBytes) setRefused({ reason: text.tooLarge })
    else void add.run(file, false)
  }
  const { file } = refused ?? {}
  return (
    <>
      <FileButton icon="upload" accept=".json,application/json" disabled={add.isRunning} choose={choose}>
        {label}
      </FileButton>
      {refused && (
        <div className="notice failure" role="alert">
          <p className="break">{text.refused(refused.reason)}</p>
          {file && (
            <Button isSmall onClick={() => void add.run(file, true)}>
              {text.skipInvalid}
            </Button>
          )}
        </div>
      )}
      <Failure error={add.error} />
    </>
  )
}

/** Whether the file names its lorebook, near its beginning or end as programs write it. */
const hasName = (json: string) => /^\s*\{\s*"name"\s*:\s*"[^"]|\}\s*,\s*"name"\s*:\s*"[^"]+"\s*[,}]/.test(json)
