import { Button } from '../../ui/forms/button.js'
import { CopyButton } from '../../ui/forms/copy-button.js'
import { Link } from '../../ui/navigation/link.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { ShortId } from '../reads/short-id.js'
import type { ActivityQuery } from '../operations.generated.js'
import { words } from './words.js'

type Reply = NonNullable<ActivityQuery['activeGenerations']>['generations'][number]

interface ReplyRowProps {
  readonly reply: Reply
  /** Whether a worker is connected that can generate it. */
  readonly hasWorker: boolean
  readonly cancel: () => void
}

/** A reply without its texts: of which account, where it is generated, and its place in the queue. */
export function ReplyRow({ reply, hasWorker, cancel }: ReplyRowProps) {
  const text = useWords(words)
  const { dateTime, number } = useFormats()
  const username = reply.account?.username ?? text.someone
  const wait = [
    ...(reply.position === null ? [] : [text.place(number(reply.position))]),
    ...(reply.queueReason === null || !hasWorker ? [] : [text.reasons[reply.queueReason]]),
  ]
  return (
    <div className="entry reply">
      <div className="about">
        <h2>
          {reply.account ? (
            <Link to={`/accounts/${reply.account.nodeId}`}>{text.of(username)}</Link>
          ) : (
            text.of(username)
          )}
        </h2>
      </div>
      <Button isSmall icon="stop" aria-label={text.cancelOf(username)} onClick={cancel}>
        {text.cancel}
      </Button>
      <div className="detail">
        <p className="row">
          {hasWorker ? (
            <span className={reply.status === 'RUNNING' ? 'tag good' : 'tag'}>{text.statuses[reply.status]}</span>
          ) : (
            <span className="tag wait">{text.waitsForWorker}</span>
          )}
          <span className="tag">{reply.kind === null ? text.gone : text.kinds[reply.kind]}</span>
        </p>
        {wait.length > 0 && <p>{wait.join('; ')}</p>}
        <dl className="facts small">
          <dt>{text.model}</dt>
          <dd>
            <bdi>{reply.model}</bdi>
          </dd>
          <dt>{text.accepted}</dt>
          <dd>{dateTime(reply.createdAt)}</dd>
          <dt>{text.room}</dt>
          <dd className="row id">
            {isSecureContext ? <ShortId id={reply.roomId} /> : <code className="quiet">{reply.roomId}</code>}
            <CopyButton text={reply.roomId} label={text.copyRoom} />
          </dd>
        </dl>
      </div>
    </div>
  )
}
