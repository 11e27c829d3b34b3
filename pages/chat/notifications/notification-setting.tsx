import { Checkbox } from '../../ui/forms/fields.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useNotificationChoice } from './notification-choice.js'
import { words } from './words.js'

/** Turns the notifications of this browser on and off, where it has any. */
export function NotificationSetting() {
  const text = useWords(words)
  const { state, turn } = useNotificationChoice()
  if (state === 'impossible') return null
  return (
    <section className="card form">
      <h2>{text.title}</h2>
      <Checkbox
        label={text.setting}
        checked={state === 'on'}
        disabled={state === 'refused'}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
      {state === 'refused' && <p className="small quiet">{text.refused}</p>}
    </section>
  )
}
