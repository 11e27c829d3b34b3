import type { ReactNode } from 'react'
import type { RoomData } from '@parley/client'
import { useWords } from '../../../ui/text/catalogue.js'
import { Portrait } from '../../../ui/theme/portrait.js'
import { words } from '../late-words.js'
import type { About } from './empty-room.js'

interface EmptyChatProps {
  readonly data: Extract<RoomData, { __typename: 'ChatRoom' }>
  readonly about: About | undefined
  readonly partner: string
  /** Of another greeting. */
  readonly choice: ReactNode
}

/** What a room with a character says before its first message. */
export function EmptyChat({ data, about, partner, choice }: EmptyChatProps) {
  const { begin } = useWords(words)
  return (
    <div className="begin">
      <Portrait name={partner} imageUrl={data.character?.imageUrl} size={7.5} />
      <h2 dir="auto">{partner}</h2>
      {about?.description && (
        <p className="quiet" dir="auto">
          {about.description}
        </p>
      )}
      <p className="row">
        {about?.tags.map((tag) => (
          <span key={tag} className="tag" dir="auto">
            {tag}
          </span>
        ))}
      </p>
      {!data.greeting && <p className="quiet">{begin(partner)}</p>}
      {choice}
    </div>
  )
}
