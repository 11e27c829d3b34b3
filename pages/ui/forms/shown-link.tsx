import { words as feedbackWords } from '../feedback/words.js'
import { useWords } from '../text/catalogue.js'
import { Button } from './button.js'
import { useCopying } from './copy-button.js'
import { selectFromStart } from './select-from-start.js'
import { TextField } from './fields.js'
import { words } from './shown-link-words.js'

interface ShownLinkProps {
  readonly url: string
  /** How long it works. */
  readonly until: string
  /** What to do with it. */
  readonly hint: string
  readonly onClose: () => void
}

/** A link that the server does not show again: to be copied before its dialog is closed. */
export function ShownLink({ url, until, hint, onClose }: ShownLinkProps) {
  const { link, copyLink, copied } = useWords(words)
  const { close } = useWords(feedbackWords)
  const { isCopied, copy } = useCopying(url)
  return (
    <>
      <TextField label={link} value={url} hint={until} readOnly translate="no" onFocus={selectFromStart} />
      <p>{hint}</p>
      <div className="row end">
        <Button onClick={onClose}>{close}</Button>
        {isSecureContext && (
          <Button kind="primary" icon={isCopied ? 'check' : 'copy'} autoFocus onClick={copy}>
            {isCopied ? copied : copyLink}
          </Button>
        )}
      </div>
    </>
  )
}
