import { useId, useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Failure } from '../../ui/feedback/failure.js'
import { base64Of } from '../../ui/files/base64.js'
import { FileButton } from '../../ui/files/file-button.js'
import { Button } from '../../ui/forms/button.js'
import { TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useInstallation } from '../../ui/sign-in/use-installation.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { setInstallationSetting, type ShownSettingFragment } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { ColourField } from './colour-field.js'
import { LogoPreview } from './logo-preview.js'
import { words } from './words.js'

/** 64 KiB, as the server has it. */
const mostLogoBytes = 65_536

interface SettingFormProps {
  readonly setting: ShownSettingFragment
  readonly onChange: (setting: ShownSettingFragment) => void
}

/** A setting: what it decides, its value, and from where the value is. A variable of the server cannot be changed here. */
export function SettingForm({ setting, onChange }: SettingFormProps) {
  const text = useWords(words)
  const { dateTime } = useFormats()
  const request = useRequest()
  const announce = useAnnounce()
  const id = useId()
  const { name, value, source, changedAt, fault } = setting
  const [chosen, setChosen] = useState(value)
  const [stored, setStored] = useState(value)
  if (value !== stored) {
    setStored(value)
    setChosen(value)
  }
  const next = chosen.trim()
  const isChanged = next !== value
  const about = text.settings[name]
  const title = about?.title ?? name
  const isFixed = source === 'ENVIRONMENT'
  const action = useAction(async (to: string | null) => {
    const { setInstallationSetting: changed } = await request(
      setInstallationSetting,
      { input: { name, value: to } },
      { isRepeatable: true },
    )
    announce(text.isSaved(title))
    onChange(changed.setting)
  })
  const [isTooLarge, setTooLarge] = useState(false)
  const picture = useAction(async (file: File) => {
    setTooLarge(file.size > mostLogoBytes)
    if (file.size <= mostLogoBytes) await action.run(`data:${file.type};base64,${await base64Of(file)}`)
  })
  const sources = {
    ENVIRONMENT: text.fixed(name),
    DATABASE: text.changed(changedAt === null ? '' : dateTime(changedAt)),
    DEFAULT: text.usual,
  }
  const refusal = action.error?.code === 'BAD_USER_INPUT' ? text.refused(action.error.message) : undefined
  return (
    <section className="card form setting" aria-labelledby={id}>
      <div className="row heading">
        <h3 id={id}>{title}</h3>
        <span className={source === 'DATABASE' ? 'tag good' : 'tag'}>{text.sources[source]}</span>
      </div>
      {about && <p>{about.hint}</p>}
      {fault !== null && <p className="notice">{text.ignored(`${name} ${fault}`)}</p>}
      <form
        className="form"
        onSubmit={submitted(() => {
          if (isChanged) void action.run(next === '' ? null : next)
        })}
      >
        {about?.choices ? (
          <fieldset disabled={isFixed} className="options">
            <legend className="unseen">{title}</legend>
            {Object.entries(about.choices).map(([choice, means]) => (
              <label key={choice}>
                <input
                  type="radio"
                  name={name}
                  value={choice}
                  checked={chosen === choice}
                  onChange={() => setChosen(choice)}
                />
                <span>
                  <strong>{means[0]}</strong>
                  <span className="quiet small">{means[1]}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ) : about?.isPicture ? (
          <div className="row heading">
            {value === '' ? (
              <p>{text.noPicture}</p>
            ) : (
              <LogoPreview version={`${value} ${changedAt ?? ''}`} label={text.hasPicture} />
            )}
            {!isFixed && (
              <FileButton
                isSmall
                icon="image"
                accept="image/png,image/jpeg,image/gif,image/webp"
                choose={(file) => void picture.run(file)}
              >
                {text.choosePicture}
              </FileButton>
            )}
          </div>
        ) : about?.isColour ? (
          <ColourField
            label={about.label ?? text.value}
            hint={about.example}
            value={chosen}
            readOnly={isFixed}
            change={setChosen}
          />
        ) : (
          <TextField
            label={about?.label ?? text.value}
            hint={about?.example}
            value={chosen}
            maxLength={2_000}
            readOnly={isFixed}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        {isTooLarge && (
          <p className="notice failure" role="alert">
            {text.tooLargePicture}
          </p>
        )}
        {name === 'REGISTRATION_DOMAINS' && value !== '' && <MailNotice />}
        {refusal === undefined ? (
          <Failure error={action.error} conflict={about?.conflict ?? text.refused(action.error?.message ?? '')} />
        ) : (
          <p className="notice failure" role="alert">
            {refusal}
          </p>
        )}
        <div className="row heading">
          <p className="quiet small source">
            {sources[source]} <code>{name}</code>
          </p>
          {!isFixed && (
            <div className="row end">
              {source === 'DATABASE' && (
                <Button isSmall aria-disabled={action.isRunning} onClick={() => void action.run(null)}>
                  {text.reset}
                </Button>
              )}
              {!about?.isPicture && (
                <Button
                  isSmall
                  kind="primary"
                  type="submit"
                  aria-label={text.saveOf(title)}
                  // a disabled button loses the focus
                  aria-disabled={!isChanged || action.isRunning}
                >
                  {text.save}
                </Button>
              )}
            </div>
          )}
        </div>
      </form>
    </section>
  )
}

/** Where domains are set and no mail is sent: no form creates an account. */
function MailNotice() {
  const text = useWords(words)
  const installation = useInstallation()
  return installation && !installation.sendsMail ? <p className="notice">{text.noMail}</p> : null
}
