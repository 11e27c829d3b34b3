import {
  createContext,
  createElement,
  useContext,
  useMemo,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { CharacterFilter, CharacterList, CharacterListState } from './characters/character-list.js'
import type { Parley } from './parley.js'
import type { RoomFilter, RoomList, RoomListState } from './rooms/room-list.js'
import type { Room, RoomState } from './rooms/room.js'
import type { SessionState } from './session/session.js'
import type { Readable } from './store.js'

const ParleyContext = createContext<Parley | undefined>(undefined)

/** Gives the hooks below it their client. */
export const ParleyProvider = ({
  parley,
  children,
}: {
  readonly parley: Parley
  readonly children?: ReactNode
}): ReactElement => createElement(ParleyContext.Provider, { value: parley }, children)

export function useParley(): Parley {
  const parley = useContext(ParleyContext)
  if (!parley) throw new Error('There is no ParleyProvider above this component')
  return parley
}

export const useSession = (): SessionState => useStore(useParley().session)

/** The state of a room, which it follows while the component is shown, and the room for its commands. */
export function useRoom(id: string): readonly [RoomState, Room] {
  const parley = useParley()
  const room = useMemo(() => parley.room(id), [parley, id])
  return [useStore(room), room]
}

export function useRooms(filter: RoomFilter = {}): readonly [RoomListState, RoomList] {
  const parley = useParley()
  const key = JSON.stringify(filter)
  const rooms = useMemo(() => parley.rooms(filter), [parley, key])
  return [useStore(rooms), rooms]
}

export function useCharacters(filter: CharacterFilter = {}): readonly [CharacterListState, CharacterList] {
  const parley = useParley()
  const key = JSON.stringify(filter)
  const characters = useMemo(() => parley.characters(filter), [parley, key])
  return [useStore(characters), characters]
}

const useStore = <State>({ subscribe, getSnapshot }: Readable<State>): State =>
  useSyncExternalStore(subscribe, getSnapshot, getSnapshot)
