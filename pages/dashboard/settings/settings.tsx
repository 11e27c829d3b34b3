import { useEffect } from 'react'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { useWords } from '../../ui/text/catalogue.js'
import { installationSettings, type ShownSettingFragment } from '../operations.generated.js'
import { Filters } from '../reads/filters.js'
import { Heading } from '../reads/heading.js'
import { useRequest } from '../session/administrator.js'
import { Providers } from './providers.js'
import { SettingForm } from './setting-form.js'
import { words } from './words.js'

const partNames = ['accounts', 'signIn', 'look', 'links'] as const
export type SettingsPart = (typeof partNames)[number]

/** The settings of each part of the screen. One of no part is in the first. */
const parts: Readonly<Record<SettingsPart, readonly string[]>> = {
  accounts: [
    'REGISTRATION',
    'REGISTRATION_BY_PROVIDER',
    'REGISTRATION_DOMAINS',
    'GUEST_ROOMS',
    'SIGN_IN_REQUIRED',
    'SHARE_LINKS',
  ],
  signIn: ['PASSWORD_SIGN_IN', 'ADMIN_SECOND_FACTOR'],
  look: ['INSTALLATION_NAME', 'INSTALLATION_LOGO', 'ACCENT_COLOR', 'INSTALLATION_NOTICE'],
  links: ['TERMS_URL', 'PRIVACY_URL', 'HELP_URL'],
}
const partOf = (name: string) => partNames.find((part) => parts[part].includes(name)) ?? 'accounts'
const idOf = (part: string) => `settings-${part}`

/** The settings that can change while the server runs, each with the source of its value. `part` is scrolled into view. */
export function Settings({ part: opened }: { readonly part: string | null }) {
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
  const isRead = value !== undefined
  useEffect(() => {
    if (isRead && opened !== null) document.getElementById(idOf(opened))?.scrollIntoView()
  }, [isRead, opened])
  return (
    <div className="page settings">
      <Heading title={text.title} refresh={reload} />
      <p className="quiet">{text.hint}</p>
      <Failure error={error} retry={reload} />
      {!value && !error && <Loading />}
      {value && (
        <>
          <Filters
            label={text.parts}
            filters={partNames.map((part) => ({
              name: text.partNames[part],
              to: `/settings?part=${part}`,
              isCurrent: part === (opened ?? partNames[0]),
            }))}
          />
          {partNames.map((part) => (
            <div key={part} id={idOf(part)} className="part">
              <h2>{text.partNames[part]}</h2>
              {value
                .filter(({ name }) => partOf(name) === part)
                .map((setting) => (
                  <SettingForm key={setting.name} setting={setting} onChange={change} />
                ))}
              {part === 'signIn' && <Providers />}
            </div>
          ))}
        </>
      )}
    </div>
  )
}
