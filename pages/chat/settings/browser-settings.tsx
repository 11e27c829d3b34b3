import { useContext } from 'react'
import { Button } from '../../ui/forms/button.js'
import { Select } from '../../ui/forms/fields.js'
import { LanguageContext, languages, useWords, type Language } from '../../ui/text/catalogue.js'
import { useTheme } from '../../ui/theme/use-theme.js'
import { NotificationSetting } from '../notifications/notification-setting.js'
import { showShortcuts } from '../shell/shortcut-keys.js'
import { words } from './words.js'

/** What this browser keeps for itself. */
export function BrowserSettings() {
  const text = useWords(words)
  const { language, choose } = useContext(LanguageContext)
  const [theme, chooseTheme] = useTheme()
  return (
    <section className="card form">
      <h2>{text.browser}</h2>
      <Select
        label={text.language}
        value={language}
        onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={text.colours}
        value={theme ?? 'system'}
        onChange={({ currentTarget: { value } }) => chooseTheme(value === 'light' || value === 'dark' ? value : null)}
      >
        {Object.entries(text.themes).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
      <NotificationSetting />
      <div className="row">
        <Button onClick={() => document.dispatchEvent(new Event(showShortcuts))}>{text.shortcuts}</Button>
      </div>
    </section>
  )
}
