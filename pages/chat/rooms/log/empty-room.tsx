import type { ReactNode } from 'react'
import type { RoomData } from '@parley/client'
import { Button } from '../../../ui/forms/button.js'
import { latePart } from '../../shell/late-part.js'
import { useWords } from '../../../ui/text/catalogue.js'
import type { Sending } from '../composer/use-sending.js'
import { modelIn, useModels } from '../use-models.js'
import { words } from '../words.js'

const EmptyChat = latePart(({ EmptyChat }) => EmptyChat)

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
  if (data.__typename === 'ChatRoom') return <EmptyChat {...{ data, about, partner, choice }} />
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
