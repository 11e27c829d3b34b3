import type { ImportedCard } from '@parley/client'
import { Dialog } from '../../../ui/feedback/dialog.js'
import { Button } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from './card-notices-words.js'

interface CardNoticesProps {
  readonly card: ImportedCard
  readonly onClose: () => void
}

/** Of a field that has no effect, its name says enough. */
const keptReasons: readonly string[] = ['WITHOUT_EFFECT', 'NO_GROUP_ROOMS', 'ASSETS_NOT_SHOWN', 'ENTRY_SETTING']

/** What of an imported card is not used, and what is different from its file. */
export function CardNotices({ card: { name, notices }, onClose }: CardNoticesProps) {
  const text = useWords(words)
  const isKept = ({ reason }: { readonly reason: string }) => keptReasons.includes(reason)
  const names = new Set(notices.filter(isKept).map(({ field }) => nameOf(field, text)))
  const others = notices.filter((notice) => !isKept(notice))
  return (
    <Dialog title={text.title(name)} onClose={onClose}>
      {names.size > 0 && <p>{text.kept([...names])}</p>}
      {others.length > 0 && (
        <>
          <p>{text.different}</p>
          <ul>
            {others.map(({ field, reason, detail, message }, index) => (
              <li key={index}>{text.reasons[reason]?.(detail ?? '', field) ?? message}</li>
            ))}
          </ul>
        </>
      )}
      <div className="row end">
        <Button kind="primary" autoFocus onClick={onClose}>
          {text.edit}
        </Button>
      </div>
    </Dialog>
  )
}

const entryField = /^(?:character_book\.)?entries\./

/** A field that only its program knows keeps its name. */
function nameOf(field: string, { fields, otherField, entrySetting }: (typeof words)['en']) {
  if (Object.hasOwn(fields, field)) return fields[field] ?? field
  if (entryField.test(field)) return entrySetting(field.replace(entryField, ''))
  return otherField(field.replace(/^extensions\./, ''))
}
