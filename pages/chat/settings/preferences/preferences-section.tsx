import { useContext } from 'react'
import type { PageLanguage, PageTheme } from '@parley/client/operations'
import { Failure } from '../../../ui/feedback/failure.js'
import { Loading } from '../../../ui/feedback/loading.js'
import { Select } from '../../../ui/forms/fields.js'
import { LanguageContext, languages, useWords } from '../../../ui/text/catalogue.js'
import { useTheme } from '../../../ui/theme/use-theme.js'
import { useDefaults } from './use-defaults.js'
import { words } from './words.js'

const languageNames = { EN: languages.en, KO: languages.ko } as const satisfies Record<PageLanguage, string>
const pageLanguages = ['EN', 'KO'] as const satisfies readonly PageLanguage[]
const pageThemes = ['LIGHT', 'DARK'] as const satisfies readonly PageTheme[]

/** How the page is shown in every browser, and the time zone of the person. */
export function PreferencesSection() {
  const text = useWords(words)
  const { choose } = useContext(LanguageContext)
  const [, chooseTheme] = useTheme()
  const { value, error, reload, change } = useDefaults()
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = Intl.supportedValuesOf('timeZone')
  const chosen = value?.timeZone ?? null
  return (
    <section className="card form">
      <h2>{text.preferences}</h2>
      <p className="quiet">{text.hint}</p>
      <Failure error={error} retry={reload} />
      <Failure error={change.error} />
      {value === undefined && !error && <Loading />}
      {value && (
        <>
          <Select
            label={text.language}
            value={value.language ?? ''}
            onChange={({ currentTarget }) => {
              const language = pageLanguages.find((code) => code === currentTarget.value) ?? null
              if (language === null) choose(null)
              void change.run({ language })
            }}
          >
            <option value="">{text.ofBrowser}</option>
            {pageLanguages.map((code) => (
              <option key={code} value={code} lang={code.toLowerCase()}>
                {languageNames[code]}
              </option>
            ))}
          </Select>
          <Select
            label={text.colours}
            value={value.theme ?? ''}
            onChange={({ currentTarget }) => {
              const theme = pageThemes.find((name) => name === currentTarget.value) ?? null
              if (theme === null) chooseTheme(null)
              void change.run({ theme })
            }}
          >
            <option value="">{text.ofBrowser}</option>
            {pageThemes.map((name) => (
              <option key={name} value={name}>
                {text.themes[name]}
              </option>
            ))}
          </Select>
          <Select
            label={text.timeZone}
            hint={text.timeZoneHint}
            value={chosen ?? ''}
            onChange={({ currentTarget }) =>
              void change.run({ timeZone: currentTarget.value === '' ? null : currentTarget.value })
            }
          >
            <option value="">{text.ofThisBrowser(own)}</option>
            {(chosen === null || zones.includes(chosen) ? zones : [chosen, ...zones]).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </>
      )}
    </section>
  )
}
