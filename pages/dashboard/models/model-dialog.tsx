import { useRef, useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Dialog } from '../../ui/feedback/dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { words as feedbackWords } from '../../ui/feedback/words.js'
import { Button } from '../../ui/forms/button.js'
import { FormFailure, useFaults } from '../../ui/forms/faults.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as accountWords } from '../accounts/words.js'
import { setModelSettings, type Membership, type ShownModelSettingsFragment } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { words } from './words.js'

interface ModelDialogProps {
  readonly settings: ShownModelSettingsFragment
  /** Whether it answers where no model is chosen. */
  readonly isDefault: boolean
  readonly onChange: () => void
  readonly onClose: () => void
}

/** Changes the label of a model and the memberships that can use it. What the operator gives cannot be changed. */
export function ModelDialog({ settings, isDefault, onChange, onClose }: ModelDialogProps) {
  const text = useWords(words)
  const { cancel } = useWords(feedbackWords)
  const { memberships: names } = useWords(accountWords)
  const request = useRequest()
  const announce = useAnnounce()
  const form = useRef<HTMLFormElement>(null)
  const { model, label, labelSource, access } = settings
  const hasFixedLabel = labelSource === 'ENVIRONMENT'
  const before = labelSource === 'DEFAULT' ? '' : label
  const [included, setIncluded] = useState<readonly Membership[]>(
    access.filter((each) => each.included).map(({ membership }) => membership),
  )
  const action = useAction(async (typed: string) => {
    const next = typed.trim()
    // what stays as it was is not sent: another administrator may have changed it
    const input = {
      model,
      ...(hasFixedLabel || next === before ? {} : { label: next === '' ? null : next }),
      ...(access.every((each) => each.included === included.includes(each.membership))
        ? {}
        : { memberships: included }),
    }
    await request(setModelSettings, { input }, { isRepeatable: true })
    announce(text.isSaved(model))
    onChange()
    onClose()
  })
  const faultOf = useFaults(action.error)
  return (
    <Dialog title={text.changeTitle(label)} onClose={onClose}>
      <form ref={form} className="form" onSubmit={submitted(({ label: typed = '' }) => void action.run(typed))}>
        <TextField
          label={text.label}
          hint={hasFixedLabel ? text.fixedBy('HOSTED_MODELS') : text.labelHint(model)}
          name="label"
          defaultValue={before}
          maxLength={100}
          readOnly={hasFixedLabel}
          fault={faultOf('label')}
        />
        <fieldset className="options">
          <legend>{text.users}</legend>
          {access.map(({ membership, source }) => (
            <label key={membership}>
              <input
                type="checkbox"
                checked={included.includes(membership)}
                disabled={source === 'ENVIRONMENT'}
                onChange={({ currentTarget: { checked } }) =>
                  setIncluded(checked ? [...included, membership] : included.filter((each) => each !== membership))
                }
              />
              <span>
                <strong>{names[membership]}</strong>
                {source === 'ENVIRONMENT' && (
                  <span className="quiet small">{text.fixedBy('MEMBERSHIP_POLICY_FILE')}</span>
                )}
              </span>
            </label>
          ))}
        </fieldset>
        <p className="quiet small">{text.administrators}</p>
        {isDefault && <p className="notice">{text.isDefault}</p>}
        {action.error?.code === 'CONFLICT' ? (
          <Failure error={action.error} conflict={text.notChanged(action.error.message)} />
        ) : (
          <FormFailure error={action.error} fields={['label']} form={form} />
        )}
        <div className="row end">
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={action.isRunning}>
            {text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
