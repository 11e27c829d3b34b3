import { useCallback } from 'react'
import type { RoomData } from '@parley/client'
import { useStoredValue } from '../../ui/theme/stored-value.js'
import { modelIn, useModels } from './use-models.js'

export interface WebSearchChoice {
  readonly isOn: boolean
  readonly set: (isOn: boolean) => void
  /** Whether it is offered: not where the model of the room, or the server, has none. */
  readonly isOffered: boolean
}

/** Whether the messages of a room, or of its draft, have a search of the web. */
export function useWebSearch(id: string, room: RoomData | null): WebSearchChoice {
  const [stored, store] = useStoredValue(`parley-web-search-${id}`)
  const set = useCallback((isOn: boolean) => store(isOn ? 'on' : null), [store])
  const models = useModels()
  const canSearch = room?.__typename === 'OfficeRoom' ? modelIn(models, room)?.webSearch : false
  return {
    // while the models are read, the server decides
    isOn: stored === 'on' && canSearch !== false,
    set,
    isOffered: canSearch === true,
  }
}
