import { useState } from 'react'
import { newIdempotencyKey, type RoomData } from '@parley/client'
import { createShareLink, myShareLinks, type MyShareLinksQuery } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { useCopying } from '../../ui/forms/copy-button.js'
import { TextField } from '../../ui/forms/fields.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { EndSharing } from './end-sharing.js'
import { words } from './share-words.js'

interface ShareRoomProps {
  readonly data: RoomData
  readonly close: () => void
}

type SharedLink = NonNullable<MyShareLinksQuery['myShareLinks']>[number]

/** Shows the newest link to a copy of a conversation, and makes one. */
export function ShareRoom({ data: { id }, close }: ShareRoomProps) {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const { value, error, reload, set } = useLoaded(async (signal) =>
    ((await parley.request(myShareLinks, {}, { signal })).myShareLinks ?? []).filter(({ roomId }) => roomId === id),
  )
  const [ending, setEnding] = useState<SharedLink>()
  const [idempotencyKey, setKey] = useState(newIdempotencyKey)
  const create = useAction(async () => {
    const { shareLink } = (await parley.request(createShareLink, { roomId: id, idempotencyKey })).createShareLink
    setKey(newIdempotencyKey())
    set([shareLink, ...(value ?? [])])
    announce(text.created)
  })
  const [newest, ...older] = value ?? []
  return (
    <Dialog title={text.shareRoom} onClose={close}>
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value && !newest && (
        <>
          <p>{text.readers}</p>
          <p className="quiet">{text.leftOut}</p>
        </>
      )}
      {newest && <ShownCopy link={newest} />}
      <Failure error={create.error} conflict={text.notShared} />
      {newest && (
        <>
          <div className="row sharing">
            <Button isSmall disabled={create.isRunning} onClick={() => void create.run()}>
              {text.newLink}
            </Button>
            <Button kind="danger" isSmall onClick={() => setEnding(newest)}>
              {text.end}
            </Button>
          </div>
          <p className="small">
            <a href="#/settings/shared" onClick={close}>
              {text.manage}
            </a>{' '}
            {older.length > 0 && <span className="quiet">{text.older(older.length)}</span>}
          </p>
        </>
      )}
      <div className="row end">
        <Button onClick={close}>{newest ? text.done : text.cancel}</Button>
        {value && !newest && (
          <Button kind="primary" disabled={create.isRunning} onClick={() => void create.run()}>
            {text.create}
          </Button>
        )}
      </div>
      {ending && (
        <EndSharing
          id={ending.id}
          onEnded={() => set((value ?? []).filter(({ id: each }) => each !== ending.id))}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Dialog>
  )
}

function ShownCopy({ link: { url, createdAt, entryCount, readable } }: { readonly link: SharedLink }) {
  const text = useWords(words)
  const { dateTime } = useFormats()
  return (
    <>
      <p>{text.made(dateTime(createdAt), entryCount)}</p>
      {!readable && <p className="quiet">{text.notReadable}</p>}
      <div className="shown-link">
        <TextField
          label={text.link}
          hint={text.linkHint}
          value={url}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        {isSecureContext && <CopyLink key={url} url={url} />}
      </div>
    </>
  )
}

function CopyLink({ url }: { readonly url: string }) {
  const text = useWords(words)
  const { isCopied, copy } = useCopying(url)
  return (
    <Button kind="primary" icon={isCopied ? 'check' : 'copy'} autoFocus onClick={copy}>
      {isCopied ? text.linkCopied : text.copyLink}
    </Button>
  )
}
