import { useContext, useEffect } from 'react'
import { useSession } from '@parley/client/react'
import type { ViewerQuery } from '@parley/client/operations'
import { browserStorage } from '../../ui/storage/browser-storage.js'
import { LanguageContext } from '../../ui/text/catalogue.js'
import { useTheme } from '../../ui/theme/use-theme.js'
import { keepAccountTimeZone } from '../rooms/browser-time-zone.js'

/** The event after a change of what the account has chosen. */
export const accountChanged = 'parley-account-changed'

const languages = { EN: 'en', KO: 'ko' } as const
export const themes = { LIGHT: 'light', DARK: 'dark' } as const

type Look = Pick<NonNullable<NonNullable<ViewerQuery['me']>['defaults']>, 'language' | 'theme' | 'timeZone'>

const ofGuests: Look = { language: null, theme: null, timeZone: null }

/** Which choices of this browser come from an account: they end with its session, or when the account has none any more. */
const fromAccount = 'parley-account-look'

/** Shows the page as the account has chosen for every browser. Undefined: not read yet. */
export function useAccountLook(ofAccount: Look | undefined): void {
  const { choose } = useContext(LanguageContext)
  const [, chooseTheme] = useTheme()
  const { status } = useSession()
  const look = status === 'signedOut' ? ofGuests : ofAccount
  useEffect(() => {
    if (!look) return
    const before = browserStorage.read(fromAccount)?.split(' ') ?? []
    const { language, theme, timeZone } = look
    if (language) choose(languages[language])
    else if (before.includes('language')) choose(null)
    if (theme) chooseTheme(themes[theme])
    else if (before.includes('theme')) chooseTheme(null)
    const kept = [...(language ? ['language'] : []), ...(theme ? ['theme'] : [])]
    browserStorage.write(fromAccount, kept.length === 0 ? null : kept.join(' '))
    keepAccountTimeZone(timeZone)
  }, [look, choose, chooseTheme])
}
