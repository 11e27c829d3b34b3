import { useState } from 'react'
import type { RoomData, RoomState } from '@parley/client'
import { lazyPart } from '../../ui/feedback/lazy-screen.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { ConnectionNotice } from './connection-notice.js'
import { RoomMenu } from './room-menu.js'
import { partnerOf, roomTitle } from './room-title.js'
import { words } from './words.js'

const RenameInPlace = lazyPart(async () => (await import('../shell/late.js')).RenameInPlace)

interface RoomHeaderProps {
  readonly data: RoomData
  readonly state: RoomState
  /** Without commands: the room is not created yet. */
  readonly isDraft?: boolean
}

export function RoomHeader({ data, state, isDraft = false }: RoomHeaderProps) {
  const text = useWords(words)
  const partner = partnerOf(data, text.assistant)
  const title = roomTitle(data, text.assistant)
  const [isRenaming, setRenaming] = useState(false)
  useTitle(title)
  const character = data.__typename === 'ChatRoom' ? data.character : null
  return (
    <header className="room-header">
      <Portrait name={partner} imageUrl={character?.imageUrl} />
      <div className="room-names">
        {isRenaming ? (
          <RenameInPlace data={data} isHeading close={() => setRenaming(false)} />
        ) : (
          <h1 className="clipped" dir="auto">
            {title}
          </h1>
        )}
        {title !== partner &&
          (character ? (
            <a className="small quiet clipped" href={`#/characters/${character.id}`} dir="auto">
              {partner}
            </a>
          ) : (
            <span className="small quiet">{partner}</span>
          ))}
      </div>
      {!isDraft && <RoomMenu data={data} rename={() => setRenaming(true)} />}
      <ConnectionNotice state={state} />
    </header>
  )
}
