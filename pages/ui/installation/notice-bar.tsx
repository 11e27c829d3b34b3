import { IconButton } from '../forms/button.js'
import { useWords } from '../text/catalogue.js'
import { useStoredValue } from '../theme/stored-value.js'
import { pageInstallation } from './page-installation.js'
import { words } from './words.js'

/** The notice of the operator, until the reader closes it: a changed one appears again. */
export function NoticeBar() {
  const text = useWords(words)
  const { notice } = pageInstallation()
  const [closed, close] = useStoredValue('parley-closed-notice')
  if (notice === null || closed === notice) return null
  return (
    <aside className="notice-bar" aria-label={text.notice}>
      <p dir="auto">{notice}</p>
      <IconButton icon="close" label={text.closeNotice} isSmall onClick={() => close(notice)} />
    </aside>
  )
}
