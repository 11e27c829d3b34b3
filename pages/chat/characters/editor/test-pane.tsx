import { useEffect, useId, useRef } from 'react'
import { openTestRoom } from '@parley/client/operations'
import { useParley, useRoom } from '@parley/client/react'
import { Failure } from '../../../ui/feedback/failure.js'
import { Loading } from '../../../ui/feedback/loading.js'
import { useLoaded } from '../../../ui/feedback/use-loaded.js'
import { Button, IconButton } from '../../../ui/forms/button.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { Composer } from '../../rooms/composer/composer.js'
import { useSending } from '../../rooms/composer/use-sending.js'
import { EntryLog } from '../../rooms/log/entry-log.js'
import { useWebSearch } from '../../rooms/use-web-search.js'
import { words } from './editor-extras-words.js'

interface TestPaneProps {
  readonly characterId: string
  readonly name: string
  readonly onClose: () => void
}

/** The test conversation of an author beside the editor. */
export function TestPane({ characterId, name, onClose }: TestPaneProps) {
  const text = useWords(words)
  const parley = useParley()
  const heading = useId()
  const pane = useRef<HTMLElement>(null)
  // on a phone it is below a long form
  useEffect(() => {
    // not its result: some browsers return a promise, which React would call
    pane.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const open = async (isNew: boolean, signal?: AbortSignal) =>
    (await parley.request(openTestRoom, { characterId, isNew }, { signal })).openTestRoom.room.id
  const room = useLoaded((signal) => open(false, signal))
  const again = useAction(async () => room.set(await open(true)))
  return (
    <aside className="card test-pane" ref={pane} aria-labelledby={heading}>
      <div className="title-row">
        <h2 id={heading}>{text.test}</h2>
        <IconButton isSmall icon="close" label={text.closeTest} onClick={onClose} />
      </div>
      <div className="test-commands">
        <details className="quiet small">
          <summary>{text.testHint}</summary>
          {text.testDetails}
        </details>
        <Button isSmall disabled={again.isRunning || room.value === undefined} onClick={() => void again.run()}>
          {text.again}
        </Button>
      </div>
      <Failure error={room.error ?? again.error} retry={room.error ? room.reload : undefined} />
      {room.value === undefined && !room.error && <Loading />}
      {room.value !== undefined && <TestRoom key={room.value} id={room.value} partner={name} reopen={room.reload} />}
    </aside>
  )
}

interface TestRoomProps {
  readonly id: string
  readonly partner: string
  readonly reopen: () => void
}

function TestRoom({ id, partner, reopen }: TestRoomProps) {
  const text = useWords(words)
  const [state, room] = useRoom(id)
  const editLast = useRef<() => void>(null)
  const webSearch = useWebSearch(id, state.room)
  const sending = useSending(room, state, webSearch.isOn)
  const { room: data, connection, error, isDeleted } = state
  if (isDeleted || (connection === 'ended' && error?.code === 'NOT_FOUND'))
    return (
      <div className="row">
        <p>{text.gone}</p>
        <Button isSmall onClick={reopen}>
          {text.again}
        </Button>
      </div>
    )
  if (!data) return error ? <Failure error={error} /> : <Loading />
  return (
    <div className="room">
      <EntryLog
        {...{ room, state, partner, sending, editLast }}
        target={undefined}
        chooseGreeting={(greetingIndex) => room.update({ greetingIndex })}
      />
      <Composer {...{ room, state, partner, sending, editLast, webSearch }} />
    </div>
  )
}
