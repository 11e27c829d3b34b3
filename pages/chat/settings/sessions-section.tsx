import { useState } from 'react'
import { useParley } from '@parley/client/react'
import type { SessionsQuery } from '@parley/client/operations'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { deviceOf } from './user-agent.js'
import { words } from './words.js'

type OpenSession = NonNullable<SessionsQuery['mySessions']>[number]

/** Where the account is signed in. */
export function SessionsSection() {
  const text = useWords(words)
  const parley = useParley()
  const announce = useAnnounce()
  const { value: sessions, error, reload, set } = useLoaded((signal) => parley.sessions({ signal }))
  const [isEndingAll, setEndingAll] = useState(false)
  const ending = useAction(async ({ id }: OpenSession) => {
    await parley.revokeSession(id)
    announce(text.ended)
    set((sessions ?? []).filter((session) => session.id !== id))
  })
  return (
    <section className="card form">
      <h2>{text.sessions}</h2>
      <p className="quiet">{text.sessionsHint}</p>
      <Failure error={error} retry={reload} />
      <Failure error={ending.error} />
      {sessions === undefined && !error && <Loading />}
      {sessions && (
        <>
          <ul role="list" className="lines">
            {sessions.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                onEnd={() => void ending.run(session)}
                isBusy={ending.isRunning}
              />
            ))}
          </ul>
          <div className="row">
            <Button onClick={() => setEndingAll(true)}>{text.endAll}</Button>
            <span className="quiet small">{text.endAllHint}</span>
          </div>
        </>
      )}
      {isEndingAll && (
        <ConfirmDialog
          title={text.endAllTitle}
          verb={text.endAll}
          run={() => parley.signOutEverywhere()}
          onClose={() => setEndingAll(false)}
        >
          {text.endAllLoss}
        </ConfirmDialog>
      )}
    </section>
  )
}

interface SessionLineProps {
  readonly session: OpenSession
  readonly onEnd: () => void
  readonly isBusy: boolean
}

function SessionLine({ session: { current, userAgent, createdAt, lastUsedAt }, onEnd, isBusy }: SessionLineProps) {
  const text = useWords(words)
  const { dateTime } = useFormats()
  const device = deviceOf(userAgent)
  const name = device ? text.device(device.browser, device.system) : (userAgent ?? text.unknownDevice)
  return (
    <li className="session-line">
      <p>
        <strong className="break">{name}</strong> {current && <span className="tag strong">{text.current}</span>}
      </p>
      {!current && (
        <Button isSmall disabled={isBusy} aria-label={text.endOne(name)} onClick={onEnd}>
          {text.endSession}
        </Button>
      )}
      <p className="quiet small">
        {!current && (
          <>
            {text.lastUsed(dateTime(lastUsedAt))}
            <br />
          </>
        )}
        {text.since(dateTime(createdAt))}
      </p>
    </li>
  )
}
