import { Fragment, useEffect, useRef } from 'react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import type { shortcuts as shortcutKeys } from './shortcut-keys.js'
import { words } from './shortcut-words.js'

interface ShortcutSheetProps {
  readonly shortcuts: typeof shortcutKeys
  /** Whether `?` is a shortcut. */
  readonly hasSingleKey: boolean
  readonly setSingleKey: (isOn: boolean) => void
  readonly close: () => void
}

/** The keys of the page and what they do. */
export function ShortcutSheet({ shortcuts, hasSingleKey, setSingleKey, close }: ShortcutSheetProps) {
  const text = useWords(words)
  const end = useRef<HTMLButtonElement>(null)
  // a dialog that opens puts the focus on its first control, whatever `autoFocus` says
  useEffect(() => end.current?.focus(), [])
  const names: Readonly<Record<string, string>> = {
    ...{ Control: text.keys.control, Meta: text.keys.meta, Shift: text.keys.shift },
    ...{ Escape: text.keys.escape, Enter: text.keys.enter, ArrowUp: text.keys.up },
  }
  const rows = {
    ...{ newRoom: shortcuts.newRoom, search: shortcuts.search, box: shortcuts.box },
    ...{ send: 'Enter', newLine: 'Shift+Enter', editLast: 'ArrowUp', stop: 'Escape', sheet: '?' },
  } as const satisfies Record<keyof typeof text.rows, string>
  return (
    <Dialog title={text.title} onClose={close}>
      <dl className="shortcuts">
        {(Object.keys(rows) as (keyof typeof rows)[]).map((name) => (
          <Fragment key={name}>
            <dt>{text.rows[name]}</dt>
            <dd>
              {rows[name].split('+').map((key) => (
                <kbd key={key}>{names[key] ?? key}</kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={hasSingleKey}
          onChange={({ currentTarget }) => setSingleKey(currentTarget.checked)}
        />
        {text.singleKey}
      </label>
      <p className="small quiet">{text.singleKeyHint}</p>
      <div className="row end">
        <Button ref={end} onClick={close}>
          {text.close}
        </Button>
      </div>
    </Dialog>
  )
}
