import { useState } from 'react'
import { Markdown } from '../../markdown/markdown.js'
import { Picture } from '../../pictures/picture.js'
import { latePart } from '../../shell/late-part.js'
import { Portrait, storedImage } from '../../../ui/theme/portrait.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from '../words.js'
import type { DraftFile } from '../composer/outbox.js'
import type { Speaker } from './reply-bubble.js'

const SentFiles = latePart(({ SentFiles }) => SentFiles)

interface MessageProps {
  /** Who the person is in the room; without one, only a screen reader says whose message it is. */
  readonly persona: Speaker | null | undefined
  readonly text: string
  readonly imageUrl: string | null | undefined
  readonly files?: readonly Pick<DraftFile, 'id' | 'name'>[] | undefined
}

/** What a person has sent. */
export function Message({ persona, text, imageUrl, files }: MessageProps) {
  const { you } = useWords(words)
  return (
    <div className="message">
      {persona ? (
        <p className="row small">
          <Portrait {...persona} size={1.25} />
          <bdi className="speaker clipped">{persona.name}</bdi>
        </p>
      ) : (
        <span className="unseen">{you}: </span>
      )}
      {imageUrl && <SentPicture address={imageUrl} />}
      {files && files.length > 0 && <SentFiles files={files} />}
      {text !== '' && <Markdown text={text} />}
    </div>
  )
}

function SentPicture({ address }: { readonly address: string }) {
  const { picture, pictureMissing } = useWords(words)
  const [hasFailed, setFailed] = useState(false)
  const stored = storedImage(address)
  if (stored === undefined || hasFailed) return <p className="quiet small">{pictureMissing}</p>
  return <Picture address={stored} label={picture} onError={() => setFailed(true)} />
}
