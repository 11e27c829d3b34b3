import { useState } from 'react'
import { cardForms } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { download } from '../../ui/files/download.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './character-menu-words.js'

interface ExportCardProps {
  readonly id: string
  readonly name: string
  readonly close: () => void
}

const formats = [
  { format: 'json', icon: 'braces' },
  { format: 'png', icon: 'image' },
  { format: 'charx', icon: 'document' },
] as const

type Format = (typeof formats)[number]['format']

/** Downloads the card of a character in the form that its owner chooses. */
export function ExportCard({ id, name, close }: ExportCardProps) {
  const text = useWords(words)
  const parley = useParley()
  const [refused, setRefused] = useState<Format>()
  const known = useLoaded(async (signal) => (await parley.request(cardForms, { id }, { signal })).characterCard)
  const offered = formats.filter(({ format }) => format !== 'charx' || known.value?.hasArchive)
  const refusals = { json: text.noCard, png: text.noPng, charx: text.noCharx }
  const save = useAction(async (format: Format) => {
    setRefused(undefined)
    const file = format === 'json' ? await jsonOf() : await parley.cardFile(id, format)
    if (!file) return setRefused(format)
    download(file, `${name}.${format}`)
    close()
  })
  const jsonOf = async () => {
    const card = await parley.exportCard(id)
    return card && new Blob([card.json], { type: 'application/json' })
  }
  return (
    <Dialog title={text.exportCard} onClose={close}>
      <div className="formats">
        {offered.map(({ format, icon }) => (
          <Button key={format} icon={icon} disabled={save.isRunning} onClick={() => void save.run(format)}>
            <span>
              {format.toUpperCase()} <span className="small quiet">{text[format]}</span>
            </span>
          </Button>
        ))}
      </div>
      <Failure error={save.error} />
      {refused && (
        <p className="notice failure" role="alert">
          {refusals[refused]}
        </p>
      )}
      <div className="row end">
        <Button onClick={close}>{text.cancel}</Button>
      </div>
    </Dialog>
  )
}
