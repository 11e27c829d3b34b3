import { useState } from 'react'
import type { RoomData, RoomState } from '@parley/client'
import { latePart } from '../shell/late-part.js'
import { Portrait } from '../../ui/theme/portrait.js'
import { useTitle } from '../../ui/navigation/use-title.js'
import { useWords } from '../../ui/text/catalogue.js'
import { ConnectionNotice } from './connection-notice.js'
import { ModelButton, type ChooseModel } from './model/model-button.js'
import { RoomMenu } from './room-menu.js'
import { partnerOf, roomTitle } from './room-title.js'
import { words } from './words.js'

const ArchivedMark = latePart(({ ArchivedMark }) => ArchivedMark)
const RenameInPlace = latePart(({ RenameInPlace }) => RenameInPlace)

interface RoomHeaderProps {
  readonly data: RoomData
  readonly state: RoomState
  readonly chooseModel: ChooseModel
  /** Without commands: the room is not created yet. */
  readonly isDraft?: boolean
}

export function RoomHeader({ data, state, chooseModel, isDraft = false }: RoomHeaderProps) {
  const text = useWords(words)
  const partner = partnerOf(data, text.assistant)
  const title = roomTitle(data, text.assistant)
  const [isRenaming, setRenaming] = useState(false)
  useTitle(title)
  const character = data.__typename === 'ChatRoom' ? data.character : null
  return (
    <>
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
          <div className="room-partner small quiet">
            {character && title !== partner && (
              <a className="quiet clipped" href={`#/characters/${character.id}`} dir="auto">
                {partner}
              </a>
            )}
            <ModelButton room={data} choose={chooseModel} />
            {data.archivedAt !== null && <ArchivedMark data={data} />}
          </div>
        </div>
        {!isDraft && <RoomMenu data={data} rename={() => setRenaming(true)} />}
      </header>
      <ConnectionNotice state={state} />
    </>
  )
}
