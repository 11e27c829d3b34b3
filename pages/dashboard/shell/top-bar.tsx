import { useContext } from 'react'
import { useParley, useSession } from '@parley/client/react'
import { useAction } from '../../ui/forms/use-action.js'
import { NoticeBar } from '../../ui/installation/notice-bar.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import { useAccountCheck } from '../session/administrator.js'
import { chatAddress } from '../session/to-chat.js'
import { Menu } from '../../ui/navigation/menu.js'
import { LanguageContext, useWords } from '../../ui/text/catalogue.js'
import { Mark } from '../../ui/theme/mark.js'
import { useTheme } from '../../ui/theme/use-theme.js'
import { words } from './words.js'

export function TopBar() {
  const text = useWords(words)
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
    </header>
  )
}

function Choices() {
  const text = useWords(words)
  const parley = useParley()
  const { status } = useSession()
  const { administrator } = useAccountCheck()
  const { language, choose } = useContext(LanguageContext)
  const [theme, chooseTheme] = useTheme()
  const chat = chatAddress()
  const isDark = theme === 'dark' || (theme === null && matchMedia('(prefers-color-scheme: dark)').matches)
  // the session ends here at once, whether the server answers or not
  const signOut = useAction(() => parley.signOut())
  return (
    <Menu
      label={text.menu}
      icon="person"
      note={administrator ? `${administrator.username}\n${administrator.email}` : undefined}
      items={[
        ...(chat === null ? [] : [{ label: text.chat, icon: 'back', run: () => location.assign(chat) } as const]),
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
