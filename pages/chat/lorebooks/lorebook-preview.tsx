import { useEffect, useRef, useState } from 'react'
import { previewLorebook, type PreviewLorebookQuery } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { TextArea } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { isolated } from '../../ui/text/isolated.js'
import { entryName } from './entry-name.js'
import { words } from './words.js'

/** Which entries a text would wake, by which keys and where they would stand. */
export function LorebookPreview({ id }: { readonly id: string }) {
  const text = useWords(words)
  const parley = useParley()
  const [found, setFound] = useState<NonNullable<PreviewLorebookQuery['previewLorebook']>>()
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // not its result: some browsers return a promise, which React would call
    if (found) result.current?.scrollIntoView({ block: 'nearest' })
  }, [found])
  const look = useAction(async ({ sent = '' }: Readonly<Record<string, string>>) => {
    setFound((await parley.request(previewLorebook, { id, text: sent })).previewLorebook ?? [])
  })
  return (
    <form className="card form" onSubmit={submitted((fields) => void look.run(fields))}>
      <h2>{text.preview}</h2>
      <p className="quiet">{text.previewHint}</p>
      <TextArea label={text.previewText} name="sent" rows={3} maxLength={32_000} dir="auto" />
      <div className="row end">
        <Button type="submit" disabled={look.isRunning}>
          {text.preview}
        </Button>
      </div>
      <Failure error={look.error} />
      <div role="status" ref={result} className="woken">
        {found?.length === 0 && <p className="quiet">{text.wakesNone}</p>}
        {found && found.length > 0 && (
          <>
            <h3>{text.wakes}</h3>
            <ol role="list" className="woken">
              {found.map(({ entry, keys, outcome, tokens }) => (
                <li key={entry.id} className="break">
                  <p dir="auto">
                    <strong>{entryName(entry.name, keys, text.unnamed)}</strong>
                  </p>
                  <p className="small">{keys.length > 0 ? text.byKeys(keys.map(isolated).join(', ')) : text.always}</p>
                  <p className="quiet small">
                    {text.outcomes[outcome]} · {text.tokens(tokens)}
                  </p>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </form>
  )
}
