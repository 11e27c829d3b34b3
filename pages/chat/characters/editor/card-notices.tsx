import type { ImportedCard } from '@parley/client'
import { Dialog } from '../../../ui/feedback/dialog.js'
import { Button } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from './card-notices-words.js'

interface CardNoticesProps {
  readonly card: ImportedCard
  readonly onClose: () => void
}

/** What of an imported card is not played, field by field, and what was read as it is meant. */
export function CardNotices({ card: { name, notices }, onClose }: CardNoticesProps) {
  const text = useWords(words)
  const kept = notices.filter(({ code }) => code === 'NOT_PLAYED')
  const others = notices.filter(({ code }) => code !== 'NOT_PLAYED')
  return (
    <Dialog title={text.title(name)} onClose={onClose}>
      {kept.length > 0 && (
        <>
          <p>{text.kept}</p>
          <NoticeList notices={kept} />
        </>
      )}
      {others.length > 0 && (
        <>
          <p>{text.others}</p>
          <NoticeList notices={others} />
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

function NoticeList({ notices }: Pick<ImportedCard, 'notices'>) {
  const text = useWords(words)
  return (
    <ul>
      {notices.map(({ field, reason, detail, message }, index) => (
        <li key={index}>
          <bdi>{nameOf(field, text.fields)}</bdi>
          <br />
          <span className="quiet">{text.reasons[reason]?.(detail ?? '') ?? message}</span>
        </li>
      ))}
    </ul>
  )
}

/** A part of a field has the name of the field before its own. */
function nameOf(field: string, names: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(names, field)) return names[field] ?? field
  const [whole = '', ...parts] = field.split('.')
  return Object.hasOwn(names, whole) ? `${names[whole] ?? ''}: ${parts.join('.')}` : field
}
