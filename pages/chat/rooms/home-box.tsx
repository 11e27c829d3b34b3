import type { ComponentProps } from 'react'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Composer } from './composer/composer.js'
import { labelOf, modelIn, useModels, type RoomChoice } from './use-models.js'
import { words } from './words.js'

interface HomeBoxProps extends ComponentProps<typeof Composer> {
  readonly data: RoomChoice
}

/** The box of a new chat with the assistant on the first screen. The chat itself is shown when the message is sent. */
export function HomeBox({ data, sending, ...rest }: HomeBoxProps) {
  const text = useWords(words)
  const model = modelIn(useModels(), data)
  const sendDraft = () => {
    navigate('/new')
    sending.sendDraft()
  }
  return (
    <section className="home">
      <h1>{text.home}</h1>
      <Composer {...rest} sending={{ ...sending, sendDraft }} />
      {model && (
        <p className="small quiet">
          {text.model}: {labelOf(model, text)}
        </p>
      )}
    </section>
  )
}
