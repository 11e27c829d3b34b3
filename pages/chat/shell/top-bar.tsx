import { useContext, useEffect } from 'react'
import { updateDefaults, viewer, type PageTheme } from '@parley/client/operations'
import { useParley, useSession } from '@parley/client/react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { useFailureSentence } from '../../ui/feedback/failure.js'
import { words as notLoadedWords } from '../../ui/feedback/not-loaded-words.js'
import { errorOf } from '../../ui/feedback/page-fault.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { useAction } from '../../ui/forms/use-action.js'
import { IconButton } from '../../ui/forms/button.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import { useSiteLinks } from '../../ui/installation/site-links.js'
import { LinkButton } from '../../ui/navigation/link.js'
import { Menu } from '../../ui/navigation/menu.js'
import { consolePath } from '../../ui/navigation/console-path.js'
import { leaveRoute, navigate, useRoute } from '../../ui/navigation/route.js'
import { LanguageContext, languages, useWords, type Language } from '../../ui/text/catalogue.js'
import { Mark } from '../../ui/theme/mark.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { useTheme } from '../../ui/theme/use-theme.js'
import { Icon } from '../../ui/theme/icon.js'
import { forgetDraftIds } from '../rooms/draft-id.js'
import { words as roomWords } from '../rooms/words.js'
import { accountChanged, themes, useAccountLook } from './account-look.js'
import { accountPath } from '../account/account-path.js'
import { acceptsSignUps, useInstallation } from '../../ui/sign-in/use-installation.js'
import { hasAddress } from '../settings/placeholder-address.js'
import { isAboutCharacters, isAccountRoute } from './screens.js'
import { showShortcuts } from './shortcut-keys.js'
import { words } from './words.js'

interface TopBarProps {
  readonly isListOpen: boolean
  readonly openList: () => void
}

export function TopBar({ isListOpen, openList }: TopBarProps) {
  const text = useWords(words)
  const { status } = useSession()
  const route = useRoute()
  const { path, parts, query } = route
  // that of guests: the menu of an account reads its own
  useAccountLook(undefined)
  const [next, why] = isAccountRoute(route) ? [query.get('next'), query.get('why')] : [path]
  return (
    <header className="top-bar">
      {status === 'signedIn' && (
        <span className="phone-only">
          <IconButton icon="list" label={text.openRooms} aria-expanded={isListOpen} onClick={openList} />
        </span>
      )}
      <a className="brand" href="#/">
        <Mark />
        <span className="clipped">{pageInstallation().name}</span>
      </a>
      <nav className="site-links">
        {(status === 'signedIn' || !pageInstallation().signInRequired) && (
          <a href="#/" aria-current={parts.length === 0 ? 'page' : isAboutCharacters(route) ? 'true' : undefined}>
            {text.characters}
          </a>
        )}
      </nav>
      {status === 'signedIn' ? (
        <>
          <NewRoom />
          <AccountMenu />
        </>
      ) : (
        <div className="row">
          <LanguageMenu />
          <LinkButton kind="plain" to={accountPath('sign-in', next, why)}>
            {text.signIn}
          </LinkButton>
          <SignUpLink to={accountPath('sign-up', next, why)} />
        </div>
      )}
    </header>
  )
}

/** In a room on a phone it is in the place of the account, which the list has. */
function NewRoom() {
  const { newRoom } = useWords(roomWords)
  return (
    <span className="room-only">
      <LinkButton kind="plain" to="/new" aria-label={newRoom} title={newRoom}>
        <Icon name="add" />
      </LinkButton>
    </span>
  )
}

function LanguageMenu() {
  const text = useWords(words)
  const { language, choose } = useContext(LanguageContext)
  const items = (Object.keys(languages) as Language[]).map((code) => ({
    label: languages[code],
    icon: 'check' as const,
    isChosen: code === language,
    run: () => choose(code),
  }))
  return <Menu label={text.language} icon="web" items={items} />
}

function SignUpLink({ to }: { readonly to: string }) {
  const text = useWords(words)
  const installation = useInstallation()
  if (!acceptsSignUps(installation)) return null
  return (
    <span className="desktop-only">
      <LinkButton to={to}>{text.signUp}</LinkButton>
    </span>
  )
}

export function AccountMenu() {
  const text = useWords(words)
  const parley = useParley()
  const [theme, chooseTheme] = useTheme()
  const isDark = theme === 'dark' || (theme === null && matchMedia('(prefers-color-scheme: dark)').matches)
  // the session ends here at once, whether the server answers or not
  const signOut = useAction(() => parley.signOut())
  const pages = useSiteLinks()
  const { accountId } = useSession()
  const { value: access, reload } = useLoaded((signal) => parley.request(viewer, {}, { signal }), accountId ?? '')
  useEffect(() => {
    document.addEventListener(accountChanged, reload)
    return () => document.removeEventListener(accountChanged, reload)
  }, [reload])
  useAccountLook(access?.me?.defaults ?? undefined)
  const announce = useAnnounce()
  const { tryAgain } = useWords(notLoadedWords)
  const sentence = useFailureSentence()
  // a choice for every browser is changed for every browser
  const keepTheme = (theme: PageTheme) => parley.request(updateDefaults, { input: { theme } })
  const offerToKeep = (theme: PageTheme, reason: unknown) =>
    announce(`${text.themeUnsaved} ${sentence(errorOf(reason))}`, { label: tryAgain, run: () => keepTheme(theme) })
  const me = access?.me
  const hasConsole = access?.me?.role === 'ADMIN' && access.installation?.hasConsole === true
  return (
    <Menu
      label={text.account}
      icon="person"
      face={me && <Portrait name={me.username} imageUrl={me.profileImageUrl} size={2} />}
      note={me ? [me.username, ...(hasAddress(me) ? [me.email] : [])].join('\n') : undefined}
      items={[
        { label: text.settings, icon: 'settings', run: () => navigate('/settings') },
        ...(hasConsole
          ? [
              {
                label: text.console,
                icon: 'console',
                run: () => leaveRoute(() => location.assign(consolePath)),
              } as const,
            ]
          : []),
        {
          label: isDark ? text.light : text.dark,
          icon: isDark ? 'light' : 'dark',
          run: () => {
            const next = isDark ? 'LIGHT' : 'DARK'
            chooseTheme(themes[next])
            if (access?.me?.defaults?.theme) keepTheme(next).catch((reason: unknown) => offerToKeep(next, reason))
          },
        },
        ...(matchMedia('(any-pointer: fine)').matches
          ? [
              {
                label: text.shortcuts,
                icon: 'keyboard',
                run: () => document.dispatchEvent(new Event(showShortcuts)),
              } as const,
            ]
          : []),
        ...pages.map(({ label, url }) => ({
          label,
          icon: 'web' as const,
          run: () => void open(url, '_blank', 'noopener'),
        })),
        {
          label: text.signOut,
          icon: 'signOut',
          run: () =>
            leaveRoute(() => {
              navigate('/')
              forgetDraftIds()
              void signOut.run()
            }),
        },
      ]}
    />
  )
}
