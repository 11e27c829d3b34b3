import { useEffect, useEffectEvent, useState } from 'react'
import type { RoomData } from '@parley/client'
import { useParley } from '@parley/client/react'
import { useFailureSentence } from '../../../ui/feedback/failure.js'
import { IconButton } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { Icon } from '../../../ui/theme/icon.js'
import { storedImage } from '../../../ui/theme/portrait.js'
import { FilePreview } from '../../files/file-preview.js'
import { useFileFacts } from '../../files/use-file-facts.js'
import { words as fileWords } from '../../files/words.js'
import { modelIn, useModels } from '../use-models.js'
import { words } from '../words.js'
import { words as extrasWords } from './extras-words.js'
import { detachFile, refreshFiles, retryFile } from './file-uploads.js'
import type { DraftFile } from './outbox.js'
import type { Sending } from './use-sending.js'

interface AttachedProps {
  readonly sending: Sending
  /** Null until it is read. */
  readonly room: RoomData | null
}

/** The picture and the files of the next message, above its text. */
export function Attached({ sending, room }: AttachedProps) {
  const { picture: alternative, files: label } = useWords(words)
  const { detach, blind } = useWords(extrasWords)
  const models = useModels()
  const { draft, chosen, write } = sending
  const { picture, files = [] } = draft
  useFileStates(sending)
  return (
    <>
      {(picture ?? chosen?.failure === null) && (
        <div className="chosen-picture">
          <span>
            {picture ? (
              <>
                <img src={storedImage(picture.url)} alt={alternative} />
                <IconButton isSmall icon="close" label={detach} onClick={() => write({ picture: undefined })} />
              </>
            ) : (
              <span className="spinner" />
            )}
          </span>
          {picture && room && modelIn(models, room)?.vision === false && <span className="small quiet">{blind}</span>}
        </div>
      )}
      {files.length > 0 && (
        <ul role="list" className="file-chips" aria-label={label}>
          {files.map((file, index) => (
            <ChosenFile key={file.id ?? index} {...{ file, sending }} />
          ))}
        </ul>
      )}
    </>
  )
}

function ChosenFile({ file, sending }: { readonly file: DraftFile; readonly sending: Sending }) {
  const text = useWords(fileWords)
  const parley = useParley()
  const facts = useFileFacts()
  const sentence = useFailureSentence()
  const [isOpen, setOpen] = useState(false)
  const { id, name, failure, share = 0, data } = file
  const target = { parley, place: sending.outbox.place }
  const size = data?.size ?? file.file?.size
  const reason = typeof failure === 'object' ? sentence(failure) : failure && text.failures[failure]
  const state = data
    ? facts.state(data)
    : id === undefined
      ? text.uploading(Math.floor(share * 100))
      : text.states.READING
  const close = () => {
    setOpen(false)
    // it can have been read in another encoding
    if (id !== undefined) void refreshFiles([id], target).catch(() => undefined)
  }
  const canRetry = typeof failure === 'object' && file.file !== undefined
  return (
    <li className={failure ? 'file-chip failure' : 'file-chip'}>
      <Icon name="document" />
      <div>
        <p className="clipped">
          {id !== undefined && data && data.state !== 'READING' ? (
            <button type="button" className="link" dir="auto" onClick={() => setOpen(true)}>
              {name}
            </button>
          ) : (
            <bdi>{name}</bdi>
          )}
        </p>
        {failure ? (
          <p className="small fault" role="alert">
            {reason}
          </p>
        ) : (
          <p className="small quiet">
            {size !== undefined && `${facts.size(size)} · `}
            <span role={id === undefined ? undefined : 'status'}>{state}</span>
          </p>
        )}
        {id === undefined && !failure && <progress value={share} aria-label={text.uploadOf(name)} />}
      </div>
      {canRetry && (
        <IconButton
          isSmall
          icon="refresh"
          label={text.retry(name)}
          onClick={() => file.file && retryFile(file.file, target)}
        />
      )}
      <IconButton isSmall icon="close" label={text.detach(name)} onClick={() => detachFile(file, target)} />
      {isOpen && id !== undefined && <FilePreview {...{ id, name }} isDraft close={close} />}
    </li>
  )
}

const firstMs = 300
const mostMs = 3_000

/** Reads the states of the files: once of those that an earlier page has uploaded, and until they are read. */
function useFileStates({ draft, outbox }: Sending): void {
  const parley = useParley()
  const { files = [] } = draft
  const waiting = files.flatMap(({ id, data }) => (data && data.state !== 'READING' ? [] : (id ?? [])))
  const refresh = useEffectEvent(async (ids: readonly string[], signal: AbortSignal) => {
    // a failed read is repeated
    await refreshFiles(ids, { parley, place: outbox.place }, signal).catch(() => undefined)
  })
  const first = useEffectEvent((signal: AbortSignal) =>
    refresh(
      files.flatMap(({ id }) => id ?? []),
      signal,
    ),
  )
  useEffect(() => {
    const leaving = new AbortController()
    void first(leaving.signal)
    return () => leaving.abort()
  }, [])
  const key = waiting.join()
  useEffect(() => {
    if (key === '') return undefined
    const leaving = new AbortController()
    let ms = firstMs
    const turn = async () => {
      await refresh(key.split(','), leaving.signal)
      ms = Math.min(ms * 1.5, mostMs)
      if (!leaving.signal.aborted) timer = setTimeout(() => void turn(), ms)
    }
    let timer = setTimeout(() => void turn(), ms)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [key])
}
