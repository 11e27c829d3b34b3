import type { RoomData } from '@parley/client'
import { createRoomExportLink } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { serverPath } from '../../ui/navigation/server-url.js'
import { useWords } from '../../ui/text/catalogue.js'
import { browserTimeZone } from './browser-time-zone.js'
import { words } from './export-words.js'

interface ExportRoomProps {
  readonly data: RoomData
  readonly close: () => void
}

const formats = [
  { format: 'MARKDOWN', name: 'Markdown', hint: 'markdown', icon: 'document' },
  { format: 'JSON', name: 'JSON', hint: 'json', icon: 'braces' },
] as const

/** Downloads one conversation. The server writes the file while the browser stores it. */
export function ExportRoom({ data: { id }, close }: ExportRoomProps) {
  const text = useWords(words)
  const parley = useParley()
  const download = useAction(async (format: 'MARKDOWN' | 'JSON') => {
    const input = { roomId: id, format, ...browserTimeZone() }
    const { url } = (await parley.request(createRoomExportLink, { input })).createRoomExportLink
    const link = document.createElement('a')
    // at the server of this page, which can have another name than `PUBLIC_URL`
    link.href = serverPath(`room-export${new URL(url).search}`)
    link.download = ''
    link.click()
  })
  const start = async (format: 'MARKDOWN' | 'JSON') => {
    if (await download.run(format)) close()
  }
  return (
    <Dialog title={text.exportRoom} onClose={close}>
      <div className="formats">
        {formats.map(({ format, name, hint, icon }) => (
          <Button key={format} icon={icon} disabled={download.isRunning} onClick={() => void start(format)}>
            <span>
              {name} <span className="small quiet">{text[hint]}</span>
            </span>
          </Button>
        ))}
      </div>
      <Failure error={download.error} />
      <div className="row end">
        <Button onClick={close}>{text.cancel}</Button>
      </div>
    </Dialog>
  )
}
