import { useContext, useEffect } from 'react'
import type { ViewerQuery } from '@parley/client/operations'
import { LanguageContext } from '../../ui/text/catalogue.js'
import { useTheme } from '../../ui/theme/use-theme.js'
import { keepAccountTimeZone } from '../rooms/browser-time-zone.js'

/** The event after a change of what the account has chosen. */
export const accountChanged = 'parley-account-changed'

const languages = { EN: 'en', KO: 'ko' } as const
export const themes = { LIGHT: 'light', DARK: 'dark' } as const

/** Shows the page as the account has chosen for every browser. */
export function useAccountLook(viewer: ViewerQuery | undefined): void {
  const { choose } = useContext(LanguageContext)
  const [, chooseTheme] = useTheme()
  const defaults = viewer?.me?.defaults
  useEffect(() => {
    if (!defaults) return
    const { language, theme, timeZone } = defaults
    if (language) choose(languages[language])
    if (theme) chooseTheme(themes[theme])
    keepAccountTimeZone(timeZone)
  }, [defaults, choose, chooseTheme])
}
