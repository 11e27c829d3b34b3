import { useId, useState } from 'react'
import { Dialog } from '../feedback/dialog.js'
import { download } from '../files/download.js'
import { Button } from '../forms/button.js'
import { useCopying } from '../forms/copy-button.js'
import { Checkbox } from '../forms/fields.js'
import { pageInstallation } from '../installation/page-installation.js'
import { useWords } from '../text/catalogue.js'
import { words } from './setup-words.js'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The new recovery codes of an account, once. It stays until the person says that they are saved. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = useWords(words)
  const id = useId()
  const [isSaved, setSaved] = useState(false)
  const lines = codes.join('\n')
  const { isCopied, copy } = useCopying(lines)
  const save = () =>
    download(
      new Blob([`${pageInstallation().name}, ${location.host}\n\n${lines}\n`], { type: 'text/plain' }),
      text.fileName,
    )
  return (
    <Dialog title={text.codesTitle} onClose={() => undefined}>
      <p id={id}>{text.codesHint}</p>
      <div className="secret-box">
        <ul role="list" className="recovery-codes" aria-label={text.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code translate="no">{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="row">
        {isSecureContext && (
          <Button isSmall icon={isCopied ? 'check' : 'copy'} onClick={copy}>
            {text.copyCodes}
          </Button>
        )}
        <Button isSmall icon="download" onClick={save}>
          {text.download}
        </Button>
      </div>
      <Checkbox
        label={text.saved}
        checked={isSaved}
        onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
      />
      <div className="row end">
        <Button kind="primary" disabled={!isSaved} onClick={onDone}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  )
}
