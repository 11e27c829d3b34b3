import type { ReactNode } from 'react'
import type { RoomData } from '@parley/client'
import { Button } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { Portrait } from '../../../ui/theme/portrait.js'
import type { Sending } from '../composer/use-sending.js'
import { modelIn, useModels } from '../use-models.js'
import { words } from '../words.js'

/** What people read of a character before they write to it. */
export interface About {
  readonly description: string | null
  readonly tags: readonly string[]
}

interface EmptyRoomProps {
  readonly data: RoomData
  readonly about: About | undefined
  readonly partner: string
  readonly send: Sending['send']
  /** Of another greeting. */
  readonly choice: ReactNode
}

/** What a room without messages says above its box: the assistant offers messages that its model can answer. */
export function EmptyRoom({ data, about, partner, send, choice }: EmptyRoomProps) {
  const text = useWords(words)
  const model = modelIn(useModels(), data)
  if (data.__typename === 'ChatRoom')
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
        {!data.greeting && <p className="quiet">{text.begin(partner)}</p>}
        {choice}
      </div>
    )
  const ideas = model?.demonstration ? text.demonstrationIdeas : text.ideas
  return (
    <div className="begin">
      <h2>{text.home}</h2>
      {model?.available && model.included && (
        <div className="ideas">
          {ideas.map((idea) => (
            <Button key={idea} onClick={() => send({ text: idea, picture: undefined })}>
              {idea}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
