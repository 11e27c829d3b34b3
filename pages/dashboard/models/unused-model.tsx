import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { setModelSettings, type ShownModelSettingsFragment } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { words } from './words.js'

interface UnusedModelProps {
  readonly settings: ShownModelSettingsFragment
  readonly onChange: () => void
}

/** What is stored of a model that the operator no longer offers. */
export function UnusedModel({ settings: { model, label }, onChange }: UnusedModelProps) {
  const text = useWords(words)
  const request = useRequest()
  const announce = useAnnounce()
  const action = useAction(async () => {
    await request(setModelSettings, { input: { model, label: null, memberships: null } }, { isRepeatable: true })
    announce(text.isForgotten(model))
    onChange()
  })
  return (
    <div className="line">
      <div className="about">
        <h3>
          <bdi>{label}</bdi> {label !== model && <bdi className="quiet">{model}</bdi>}
        </h3>
        <Failure error={action.error} />
      </div>
      <Button
        isSmall
        aria-label={text.forgetOf(model)}
        aria-disabled={action.isRunning}
        onClick={() => void action.run()}
      >
        {text.forget}
      </Button>
    </div>
  )
}
