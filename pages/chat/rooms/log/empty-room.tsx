import type { ReactNode } from 'react'
import type { RoomData } from '@parley/client'
import { Button } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import type { Sending } from '../composer/use-sending.js'
import { ModelName } from '../model-name.js'
import { modelIn, useModels } from '../use-models.js'
import { words } from '../words.js'

interface EmptyRoomProps {
  readonly data: RoomData
  readonly partner: string
  readonly send: Sending['send']
  /** Of another greeting. */
  readonly choice: ReactNode
}

/** What a room without messages says above its box: the assistant greets, and offers messages that its model can answer. */
export function EmptyRoom({ data, partner, send, choice }: EmptyRoomProps) {
  const text = useWords(words)
  const model = modelIn(useModels(), data)
  if (data.__typename === 'ChatRoom')
    return (
      <div className="begin quiet">
        <p>{text.begin(partner)}</p>
        {choice}
      </div>
    )
  const ideas = model?.demonstration ? text.demonstrationIdeas : text.ideas
  return (
    <div className="begin">
      <h2>{text.greeting}</h2>
      <ModelName name={model?.name} />
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
