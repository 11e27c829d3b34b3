import { useState } from 'react'
import { myShareLinks, type MyShareLinksQuery } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { useCopying } from '../../ui/forms/copy-button.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { EndSharing } from '../rooms/end-sharing.js'
import { words } from './shared-words.js'

type SharedLink = NonNullable<MyShareLinksQuery['myShareLinks']>[number]

/** The links to copies of conversations, and their ends. */
export function SharedSection() {
  const text = useWords(words)
  const parley = useParley()
  const { value, error, reload, set } = useLoaded(
    async (signal) => (await parley.request(myShareLinks, {}, { signal })).myShareLinks ?? [],
  )
  const [ending, setEnding] = useState<SharedLink>()
  return (
    <section className="card form">
      <h2>{text.shared}</h2>
      <p className="quiet">{pageInstallation().shareLinks ? text.hint : text.off}</p>
      {!pageInstallation().shareLinks && value && value.length > 0 && <p className="quiet">{text.offLinks}</p>}
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value?.length === 0 && pageInstallation().shareLinks && <p className="quiet">{text.none}</p>}
      {value && value.length > 0 && (
        <ul role="list" className="lines">
          {value.map((link) => (
            <LinkLine key={link.id} link={link} onEnd={() => setEnding(link)} />
          ))}
        </ul>
      )}
      {ending && (
        <EndSharing
          id={ending.id}
          onEnded={() => set((value ?? []).filter(({ id }) => id !== ending.id))}
          onClose={() => setEnding(undefined)}
        />
      )}
    </section>
  )
}

function LinkLine({ link, onEnd }: { readonly link: SharedLink; readonly onEnd: () => void }) {
  const text = useWords(words)
  const { date } = useFormats()
  const { title, character, url, roomId, entryCount, readable, createdAt } = link
  const name = title ?? character ?? text.untitled
  // browsers permit it on secure pages only
  const { isCopied, copy } = useCopying(url)
  return (
    <li>
      <div>
        <p>
          <a href={`#/rooms/${roomId}`} className="break">
            {name}
          </a>{' '}
          {!readable && <span className="tag">{text.notReadable}</span>}
        </p>
        <p className="quiet small">{text.made(date(createdAt), entryCount)}</p>
      </div>
      <div className="row">
        {isSecureContext && (
          <Button isSmall icon={isCopied ? 'check' : 'copy'} aria-label={text.copyOne(name)} onClick={copy}>
            {text.copyLink}
          </Button>
        )}
        <Button isSmall kind="danger" aria-label={text.endOne(name)} onClick={onEnd}>
          {text.end}
        </Button>
      </div>
    </li>
  )
}
