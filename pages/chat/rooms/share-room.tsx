import { useState } from 'react'
import { newIdempotencyKey, type RoomData } from '@parley/client'
import { createShareLink } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { ShownLink } from '../../ui/forms/shown-link.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words } from './share-words.js'

interface ShareRoomProps {
  readonly data: RoomData
  readonly close: () => void
}

/** Makes a link to a copy of a conversation. */
export function ShareRoom({ data: { id }, close }: ShareRoomProps) {
  const text = useWords(words)
  const parley = useParley()
  const [url, setUrl] = useState<string>()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const create = useAction(async () =>
    setUrl((await parley.request(createShareLink, { roomId: id, idempotencyKey })).createShareLink.shareLink.url),
  )
  return (
    <Dialog title={text.shareRoom} onClose={close}>
      {url === undefined ? (
        <>
          <p>{text.readers}</p>
          <p className="quiet">{text.leftOut}</p>
        </>
      ) : (
        <>
          <ShownLink url={url} hint={text.linkHint} />
          <p>
            <a href="#/settings/shared" onClick={close}>
              {text.manage}
            </a>
          </p>
        </>
      )}
      <Failure error={create.error} conflict={text.notShared} />
      <div className="row end">
        <Button onClick={close}>{url === undefined ? text.cancel : text.done}</Button>
        {url === undefined && (
          <Button kind="primary" disabled={create.isRunning} onClick={() => void create.run()}>
            {text.create}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
