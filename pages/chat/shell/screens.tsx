import type { ReactNode } from 'react'
import type { SessionState } from '@parley/client'
import { lateScreen } from './late-part.js'
import { pageInstallation } from '../../ui/installation/page-installation.js'
import type { Route } from '../../ui/navigation/route.js'
import { SignUp } from '../account/sign-up.js'
import { isSocialReturn } from '../../ui/sign-in/social-return.js'
import { Gallery } from '../characters/gallery.js'
import { DraftRoom } from '../rooms/draft-room.js'
import { RoomScreen } from '../rooms/room-screen.js'
import { ToConsole } from './to-console.js'

// the code of screens that few people open first is loaded when one of them is opened
const ArchiveScreen = lateScreen(({ ArchiveScreen }) => ArchiveScreen)
const Missing = lateScreen(({ Missing }) => Missing)
const ResetPassword = lateScreen(({ ResetPassword }) => ResetPassword)
const SetUp = lateScreen(({ SetUp }) => SetUp)
const SignIn = lateScreen(({ SignIn }) => SignIn)
const SocialReturn = lateScreen(({ SocialReturn }) => SocialReturn)
const PasswordLink = lateScreen(({ PasswordLink }) => PasswordLink)
const AuthorScreen = lateScreen(({ AuthorScreen }) => AuthorScreen)
const LikedScreen = lateScreen(({ LikedScreen }) => LikedScreen)
const CharacterScreen = lateScreen(({ CharacterScreen }) => CharacterScreen)
const EditCharacter = lateScreen(({ EditCharacter }) => EditCharacter)
const SearchScreen = lateScreen(({ SearchScreen }) => SearchScreen)
const Settings = lateScreen(({ Settings }) => Settings)

/** The screens for people with and without an account. They stay when the session begins or ends. */
export const isAccountRoute = ({ parts: [first] }: Route): boolean =>
  isSocialReturn() ||
  first === 'sign-in' ||
  first === 'sign-up' ||
  first === 'reset-password' ||
  first === 'password-link' ||
  first === 'set-up'

export const isAboutCharacters = ({ parts: [first = ''] }: Route): boolean =>
  ['characters', 'authors', 'liked'].includes(first)

const ownRoutes: ReadonlySet<string> = new Set([
  'new',
  'rooms',
  'archived',
  'characters',
  'search',
  'settings',
  'liked',
])

/** The screen of a route. Routes that need a session show the sign-in to guests, who return to them. */
export function screenFor(route: Route, { status }: SessionState): ReactNode {
  const { parts, query, path } = route
  const [first, second, third] = parts
  const isGuest = status === 'signedOut'
  const next = query.get('next') ?? '/'
  if (isSocialReturn() || path === '/sign-in/return') return <SocialReturn />
  if (isGuest && pageInstallation().signInRequired && !isAccountRoute(route)) return <SignIn next={path} />
  if (first === undefined) return <Gallery />
  if (first === 'sign-in') return <SignIn next={next} />
  if (first === 'sign-up') return <SignUp next={next} />
  if (first === 'set-up') return isGuest ? <SignUp next="/set-up" isSetUp /> : <SetUp />
  if (first === 'reset-password') return <ResetPassword next={next} />
  if (first === 'password-link') return <PasswordLink />
  if (first === 'characters' && second !== undefined && second !== 'new' && third === undefined)
    return <CharacterScreen key={second} id={second} />
  if (first === 'authors' && second !== undefined) return <AuthorScreen key={second} id={second} />
  if (isGuest && ownRoutes.has(first)) return <SignIn next={path} />
  if (first === 'characters' && second === 'new') return <EditCharacter key="new" id={undefined} />
  if (first === 'characters' && third === 'edit') return <EditCharacter key={second} id={second} />
  if (first === 'rooms' && second !== undefined) return <RoomScreen key={second} id={second} />
  const characterId = query.get('character') ?? undefined
  if (first === 'new') return <DraftRoom key={`new ${characterId ?? ''}`} characterId={characterId} />
  if (first === 'liked') return <LikedScreen />
  if (first === 'archived') return <ArchiveScreen />
  if (first === 'search') return <SearchScreen variables={query} />
  if (first === 'settings') return <Settings tab={second ?? 'profile'} />
  if (first === 'console') return <ToConsole path={path.replace('/console', '') || '/'} />
  return <Missing />
}
