import type { ReactNode } from 'react'
import type { SessionState } from '@parley/client'
import type { Route } from '../../ui/navigation/route.js'
import { ResetPassword } from '../account/reset-password.js'
import { SignIn } from '../account/sign-in.js'
import { SignUp } from '../account/sign-up.js'
import { CharacterScreen } from '../characters/character-screen.js'
import { EditCharacter } from '../characters/edit-character.js'
import { Gallery } from '../characters/gallery.js'
import { RoomScreen } from '../rooms/room-screen.js'
import { SearchScreen } from '../search/search-screen.js'
import { Settings } from '../settings/settings.js'
import { Missing } from './missing.js'

/** The screen of a place. Places that need a session show the sign-in to guests, who return to them. */
export function screenFor({ parts, query, path }: Route, { status }: SessionState): ReactNode {
  const [first, second, third] = parts
  const isGuest = status === 'signedOut'
  const next = query.get('next') ?? '/'
  if (first === undefined) return <Gallery />
  if (first === 'sign-in') return <SignIn next={next} />
  if (first === 'sign-up') return <SignUp next={next} />
  if (first === 'reset-password') return <ResetPassword next={next} />
  if (first === 'characters' && second !== undefined && second !== 'new' && third === undefined)
    return <CharacterScreen key={second} id={second} />
  if (isGuest && (first === 'rooms' || first === 'characters' || first === 'search' || first === 'settings'))
    return <SignIn next={path} />
  if (first === 'characters' && second === 'new') return <EditCharacter key="new" id={undefined} />
  if (first === 'characters' && third === 'edit') return <EditCharacter key={second} id={second} />
  if (first === 'rooms' && second !== undefined) return <RoomScreen key={second} id={second} />
  if (first === 'search') return <SearchScreen query={query.get('q') ?? ''} roomId={query.get('room') ?? undefined} />
  if (first === 'settings') return <Settings tab={second ?? 'profile'} />
  return <Missing />
}
