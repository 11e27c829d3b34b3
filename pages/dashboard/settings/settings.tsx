import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { useWords } from '../../ui/text/catalogue.js'
import { installationSettings, type ShownSettingFragment } from '../operations.generated.js'
import { RefreshButton } from '../reads/refresh-button.js'
import { useRequest } from '../session/administrator.js'
import { Providers } from './providers.js'
import { SettingForm } from './setting-form.js'
import { words } from './words.js'

/** The settings that can change while the server runs, each with the source of its value. */
export function Settings() {
  const text = useWords(words)
  const request = useRequest()
  const { value, error, reload, set } = useLoaded(
    async (signal) => (await request(installationSettings, {}, { signal })).installationSettings ?? [],
  )
  const change = (changed: ShownSettingFragment) => {
    set((value ?? []).map((setting) => (setting.name === changed.name ? changed : setting)))
    // the default of one can follow the value of another
    reload()
  }
  return (
    <div className="page settings">
      <div className="row heading">
        <h1>{text.title}</h1>
        <RefreshButton onClick={reload} />
      </div>
      <p className="quiet">{text.hint}</p>
      <Failure error={error} retry={reload} />
      {!value && !error && <Loading />}
      {value?.map((setting) => (
        <SettingForm key={setting.name} setting={setting} onChange={change} />
      ))}
      <Providers />
    </div>
  )
}
