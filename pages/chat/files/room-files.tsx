import { useState } from 'react'
import type { FileData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button, IconButton } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { FilePreview } from './file-preview.js'
import { RemoveFile } from './remove-file.js'
import { useFileFacts } from './use-file-facts.js'
import { words } from './words.js'

interface RoomFilesProps {
  /** Of the room. */
  readonly id: string
  readonly close: () => void
}

/** The files of the messages of a room. */
export function RoomFiles({ id, close }: RoomFilesProps) {
  const text = useWords(words)
  const parley = useParley()
  const [asked, ask] = useState<{ readonly file: FileData; readonly act: 'open' | 'remove' }>()
  const { value, error, reload } = useLoaded((signal) => parley.room(id).files({ signal }), id)
  const changed = () => {
    ask(undefined)
    reload()
  }
  return (
    <Dialog title={text.files} isDrawer onClose={close}>
      <p className="quiet">{value?.length === 0 ? text.none : text.hint}</p>
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value && value.length > 0 && (
        <ul role="list" className="lines">
          {value.map((file) => (
            <FileLine key={file.id} file={file} ask={(act) => ask({ file, act })} />
          ))}
        </ul>
      )}
      <div className="row end">
        <Button onClick={close}>{text.close}</Button>
      </div>
      {asked?.act === 'open' && <FilePreview id={asked.file.id} name={asked.file.name} close={changed} />}
      {asked?.act === 'remove' && (
        <RemoveFile id={asked.file.id} name={asked.file.name} done={reload} close={() => ask(undefined)} />
      )}
    </Dialog>
  )
}

interface FileLineProps {
  readonly file: FileData
  readonly ask: (act: 'open' | 'remove') => void
}

function FileLine({ file, ask }: FileLineProps) {
  const text = useWords(words)
  const facts = useFileFacts()
  return (
    <li>
      <div>
        <p className="break">
          <button type="button" className="link" dir="auto" onClick={() => ask('open')}>
            {file.name}
          </button>
        </p>
        <p className="quiet small">
          {facts.size(file.size)} · {facts.state(file)}
        </p>
      </div>
      <IconButton isSmall icon="delete" label={text.removeOne(file.name)} onClick={() => ask('remove')} />
    </li>
  )
}
