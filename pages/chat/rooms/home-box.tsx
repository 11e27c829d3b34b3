import type { ComponentProps } from 'react'
import { navigate } from '../../ui/navigation/route.js'
import { useWords } from '../../ui/text/catalogue.js'
import { Composer } from './composer/composer.js'
import { ModelButton, type ChooseModel } from './model/model-button.js'
import type { RoomChoice } from './use-models.js'
import { words } from './words.js'

interface HomeBoxProps extends ComponentProps<typeof Composer> {
  readonly data: RoomChoice
  readonly chooseModel: ChooseModel
}

/** The box of a new chat with the assistant on the first screen. The chat itself is shown when the message is sent. */
export function HomeBox({ data, chooseModel, sending, ...rest }: HomeBoxProps) {
  const text = useWords(words)
  const sendDraft = () => {
    navigate('/new')
    sending.sendDraft()
  }
  return (
    <section className="home">
      <h1>{text.home}</h1>
      <Composer
        {...rest}
        sending={{ ...sending, sendDraft }}
        model={<ModelButton room={data} choose={chooseModel} />}
      />
    </section>
  )
}
