import { useContext } from 'react'
import { useParley, useSession } from '@parley/client/react'
import { useAction } from '../../ui/forms/use-action.js'
import { NoticeBar } from '../../ui/installation/notice-bar.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import { Menu } from '../../ui/navigation/menu.js'
import { useRoute } from '../../ui/navigation/route.js'
import { LanguageContext, useWords } from '../../ui/text/catalogue.js'
import { Mark } from '../../ui/theme/mark.js'
import { useTheme } from '../../ui/theme/use-theme.js'
import { useAccountCheck } from '../session/administrator.js'
import { words } from './words.js'

const places = ['figures', 'accounts', 'characters', 'replies', 'doctor'] as const

export function TopBar() {
  const text = useWords(words)
  const { administrator } = useAccountCheck()
  const { parts } = useRoute()
  const current = parts[0] ?? 'figures'
  return (
    <header>
      <div className="top-bar">
        <a className="brand" href="#/">
          <Mark />
          <span className="clipped">{pageInstallation().name}</span>
          <span className="quiet">{text.console}</span>
        </a>
        <Choices />
      </div>
      <NoticeBar />
      {administrator && (
        <nav className="tabs" aria-label={text.places}>
          {places.map((place) => (
            <a
              key={place}
              href={place === 'figures' ? '#/' : `#/${place}`}
              aria-current={place === current ? 'page' : undefined}
            >
              {text[place]}
            </a>
          ))}
        </nav>
      )}
    </header>
  )
}

function Choices() {
  const text = useWords(words)
  const parley = useParley()
  const { status } = useSession()
  const { language, choose } = useContext(LanguageContext)
  const [theme, chooseTheme] = useTheme()
  const isDark = theme === 'dark' || (theme === null && matchMedia('(prefers-color-scheme: dark)').matches)
  // the session ends here at once, whether the server answers or not
  const signOut = useAction(() => parley.signOut())
  return (
    <Menu
      label={text.menu}
      icon="person"
      items={[
        {
          label: isDark ? text.light : text.dark,
          icon: isDark ? 'light' : 'dark',
          run: () => chooseTheme(isDark ? 'light' : 'dark'),
        },
        { label: text.otherLanguage, icon: 'web', run: () => choose(language === 'en' ? 'ko' : 'en') },
        ...(status === 'signedIn'
          ? [{ label: text.signOut, icon: 'signOut', run: () => void signOut.run() } as const]
          : []),
      ]}
    />
  )
}
