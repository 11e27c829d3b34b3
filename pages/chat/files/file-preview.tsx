import { useContext, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Entry, FileData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { download } from '../../ui/files/download.js'
import { Button } from '../../ui/forms/button.js'
import { Select } from '../../ui/forms/fields.js'
import { useAction } from '../../ui/forms/use-action.js'
import { LanguageContext, useWords } from '../../ui/text/catalogue.js'
import { encodings } from './encodings.js'
import { FileText } from './file-text.js'
import { RemoveFile } from './remove-file.js'
import { useFileFacts } from './use-file-facts.js'
import { words } from './words.js'

interface FilePreviewProps {
  readonly id: string
  readonly name: string
  /** Opened at its passage. */
  readonly source?: Entry['sources'][number]
  /** Whether it is of a message that was not sent, from which it is removed there. */
  readonly isDraft?: boolean
  readonly close: () => void
}

/** What the server has read of a file, over the page: browsers close a dialog whose element is moved, as the rows of a log are. */
export const FilePreview = (props: FilePreviewProps) => createPortal(<Preview {...props} />, document.body)

const pollMs = 700

function Preview({ id, name, source, isDraft = false, close }: FilePreviewProps) {
  const text = useWords(words)
  const parley = useParley()
  const { value, error, reload, set } = useLoaded((signal) => parley.file(id, { signal }), id)
  const isReading = value?.state === 'READING'
  useEffect(() => {
    if (!isReading) return undefined
    const timer = setInterval(reload, pollMs)
    return () => clearInterval(timer)
  }, [isReading, reload])
  return (
    <Dialog title={value?.name ?? name} isDrawer onClose={close}>
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value === null && <p role="status">{text.removed}</p>}
      {value && <Facts file={value} {...{ set, close, isDraft }} />}
      {value && !isReading && value.state !== 'UNREADABLE' && (
        <FileText key={`${value.encoding ?? ''}-${value.characters ?? ''}`} id={id} source={source} />
      )}
    </Dialog>
  )
}

interface FactsProps {
  readonly file: FileData
  readonly set: (file: FileData) => void
  readonly isDraft: boolean
  readonly close: () => void
}

function Facts({ file, set, isDraft, close }: FactsProps) {
  const text = useWords(words)
  const facts = useFileFacts()
  const parley = useParley()
  const { language } = useContext(LanguageContext)
  const [isAsking, setAsking] = useState(false)
  const { id, name, encoding, encodingIsGuess, state } = file
  const languages = new Intl.DisplayNames(language, { type: 'language' })
  const save = useAction(async () => {
    const bytes = await parley.fileContent(id)
    if (bytes) download(bytes, name)
  })
  const choose = useAction(async (chosen: string) => set(await parley.setFileEncoding(id, chosen)))
  return (
    <>
      <div className="file-facts">
        <p>
          {[file.format, facts.size(file.size)].filter(Boolean).join(' · ')}
          <br />
          <strong role="status">{facts.state(file)}</strong>
        </p>
        <p className="small quiet">{text.notes[state]}</p>
      </div>
      {encoding !== null && state !== 'READING' && (
        <Select
          label={text.encoding}
          hint={encodingIsGuess ? text.encodingGuess : undefined}
          value={encoding}
          disabled={choose.isRunning}
          onChange={({ currentTarget }) => void choose.run(currentTarget.value)}
        >
          {encodings.map(([each, of]) => (
            <option key={each} value={each}>
              {[each.toUpperCase(), of && languages.of(of)].filter(Boolean).join(' · ')}
            </option>
          ))}
        </Select>
      )}
      <Failure error={choose.error ?? save.error} />
      <div className="row">
        <Button isSmall icon="download" disabled={save.isRunning} onClick={() => void save.run()}>
          {text.download}
        </Button>
        {!isDraft && (
          <Button isSmall icon="delete" onClick={() => setAsking(true)}>
            {text.remove}
          </Button>
        )}
      </div>
      {isAsking && <RemoveFile {...{ id, name }} done={close} close={() => setAsking(false)} />}
    </>
  )
}
