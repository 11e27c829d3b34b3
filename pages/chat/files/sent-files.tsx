import { useState } from 'react'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { FilePreview } from './file-preview.js'
import { words } from './words.js'

interface SentFile {
  readonly id?: string
  readonly name: string
}

/** The files of a message that was sent. Each opens its preview. */
export function SentFiles({ files }: { readonly files: readonly SentFile[] }) {
  const text = useWords(words)
  const [opened, open] = useState<SentFile>()
  return (
    <ul role="list" className="sent-files" aria-label={text.files}>
      {files.map((file, index) => (
        <li key={file.id ?? index}>
          <Button isSmall icon="document" aria-haspopup="dialog" title={file.name} onClick={() => open(file)}>
            <span className="clipped" dir="auto">
              {file.name}
            </span>
          </Button>
        </li>
      ))}
      {opened?.id !== undefined && <FilePreview id={opened.id} name={opened.name} close={() => open(undefined)} />}
    </ul>
  )
}
