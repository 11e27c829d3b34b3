import { useParley } from '@parley/client/react'
import { Failure } from '../../../ui/feedback/failure.js'
import { useLoaded } from '../../../ui/feedback/use-loaded.js'
import { IconButton } from '../../../ui/forms/button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { words } from './greeting-choice-words.js'

interface GreetingChoiceProps {
  readonly characterId: string
  readonly index: number
  readonly choose: (index: number) => Promise<unknown>
}

/** Switches between the greetings of a character, before the first message. */
export function GreetingChoice({ characterId, index, choose }: GreetingChoiceProps) {
  const text = useWords(words)
  const parley = useParley()
  const { value } = useLoaded((signal) => parley.character(characterId, { signal }), characterId)
  const change = useAction(choose)
  const greetings = [value?.greeting ?? '', ...(value?.alternateGreetings ?? [])]
  if (greetings.length < 2) return null
  const go = (place: number) => void change.run(place)
  return (
    <div className="log-row greeting-choice">
      <span className="alternatives" role="group" aria-label={text.greetingOf(index + 1, greetings.length)}>
        <IconButton
          isSmall
          icon="back"
          label={text.previous}
          disabled={index === 0 || change.isRunning}
          onClick={() => go(index - 1)}
        />
        <span className="small quiet" aria-hidden="true">
          {text.greeting} {index + 1} / {greetings.length}
        </span>
        <IconButton
          isSmall
          icon="forward"
          label={text.next}
          disabled={index >= greetings.length - 1 || change.isRunning}
          onClick={() => go(index + 1)}
        />
      </span>
      <Failure error={change.error} />
    </div>
  )
}
