import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import type { ActivityQuery } from '../operations.generated.js'
import { words } from './words.js'

type Reply = NonNullable<ActivityQuery['activeGenerations']>['generations'][number]

/** A reply without its texts: of which account, where it is generated, and its place in the queue. */
export function ReplyRow({ reply, cancel }: { readonly reply: Reply; readonly cancel: () => void }) {
  const text = useWords(words)
  const { dateTime, number } = useFormats()
  const username = reply.account?.username ?? text.someone
  const wait = [
    ...(reply.position === null ? [] : [text.place(number(reply.position))]),
    ...(reply.queueReason === null ? [] : [text.reasons[reply.queueReason]]),
  ]
  return (
    <div className="entry">
      <div className="about">
        <h3>{text.of(username)}</h3>
        <p className="row">
          <span className={reply.status === 'RUNNING' ? 'tag good' : 'tag'}>{text.statuses[reply.status]}</span>
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
          <dd>{reply.roomId}</dd>
        </dl>
      </div>
      <Button isSmall icon="stop" aria-label={text.cancelOf(username)} onClick={cancel}>
        {text.cancel}
      </Button>
    </div>
  )
}
