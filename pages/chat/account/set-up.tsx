import { useParley } from '@parley/client/react'
import { installationSettings, setInstallationSetting } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { Radio, TextField } from '../../ui/forms/fields.js'
import { submitted } from '../../ui/forms/submitted.js'
import { useAction } from '../../ui/forms/use-action.js'
import { navigate } from '../../ui/navigation/route.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { words as setUpWords } from './set-up-words.js'
import { words } from './words.js'

const policies = ['OPEN', 'INVITE', 'APPROVAL', 'CLOSED'] as const
const asked = ['INSTALLATION_NAME', 'REGISTRATION'] as const

/** What the first administrator decides once: the name of the installation, and who can register. */
export function SetUp() {
  const text = { ...useWords(words), ...useWords(setUpWords) }
  const parley = useParley()
  useTitle(text.setUp)
  const { value, error, reload } = useLoaded(
    async (signal) => (await parley.request(installationSettings, {}, { signal })).installationSettings ?? [],
  )
  const save = useAction(async (fields: Readonly<Record<string, string>>) => {
    for (const name of asked) {
      const setting = value?.find((each) => each.name === name)
      const sent = fields[name]?.trim()
      if (!setting || setting.source === 'ENVIRONMENT' || !sent || sent === setting.value) continue
      await parley.request(setInstallationSetting, { input: { name, value: sent } })
    }
    // a new page has the new name
    navigate('/', { replace: true })
    location.reload()
  })
  if (error) return <Failure error={error} retry={reload} />
  if (!value) return <Loading />
  const settingOf = (name: (typeof asked)[number]) => value.find((each) => each.name === name)
  const [name, registration] = [settingOf('INSTALLATION_NAME'), settingOf('REGISTRATION')]
  const isPolicyFixed = registration?.source === 'ENVIRONMENT'
  return (
    <div className="page narrow">
      <form className="card form" onSubmit={submitted((fields) => void save.run(fields))}>
        <h1>{text.setUp}</h1>
        <Failure error={save.error} />
        <TextField
          label={text.installationName}
          hint={name?.source === 'ENVIRONMENT' ? text.fixedSetting : text.installationNameHint}
          name="INSTALLATION_NAME"
          defaultValue={name?.value}
          maxLength={40}
          disabled={name?.source === 'ENVIRONMENT'}
          required
        />
        <fieldset className="form choices" disabled={isPolicyFixed}>
          <legend>{text.whoRegisters}</legend>
          {policies.map((policy) => {
            const { label, hint } = text.policies[policy]
            const value = policy.toLowerCase()
            const isChosen = value === registration?.value
            return (
              <Radio
                key={policy}
                name="REGISTRATION"
                value={value}
                label={label}
                hint={hint}
                defaultChecked={isChosen}
              />
            )
          })}
          {isPolicyFixed && <p className="hint">{text.fixedSetting}</p>}
        </fieldset>
        <p className="quiet">{text.changeLater}</p>
        <Button kind="primary" type="submit" disabled={save.isRunning}>
          {text.setUpDone}
        </Button>
      </form>
    </div>
  )
}
