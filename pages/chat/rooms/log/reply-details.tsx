import type { Entry, Room } from '@parley/client'
import { repliesOfRoom, replyDetails, type ReplyDetailsQuery } from '@parley/client/operations'
import { useParley } from '@parley/client/react'
import { Dialog } from '../../../ui/feedback/dialog.js'
import { Failure } from '../../../ui/feedback/failure.js'
import { Loading } from '../../../ui/feedback/loading.js'
import { useLoaded } from '../../../ui/feedback/use-loaded.js'
import { Button } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import { words as feedbackWords } from '../../../ui/feedback/words.js'
import { words as loreWords } from '../../lorebooks/words.js'
import { words } from './reply-details-words.js'

type Details = NonNullable<ReplyDetailsQuery['generation']>

interface ReplyDetailsProps {
  readonly room: Room
  readonly entry: Entry
  readonly close: () => void
}

/** How large the prompt of a reply was, and what lorebooks have given to it. */
export function ReplyDetails({ room, entry: { index, outputData }, close }: ReplyDetailsProps) {
  const text = useWords(words)
  const closing = useWords(feedbackWords)
  const parley = useParley()
  const { value, error, reload } = useLoaded(async (signal) => {
    const found = await parley.request(repliesOfRoom, { roomId: room.id }, { signal })
    // another alternative of the entry has another text, and an edited reply is not the one that was generated
    const writer = found.room?.generations.nodes.find((one) => one.entry?.index === index && one.text === outputData)
    return writer ? (await parley.request(replyDetails, { id: writer.id }, { signal })).generation : null
  })
  return (
    <Dialog title={text.details} onClose={close}>
      <Failure error={error} retry={reload} />
      {value === undefined && !error && <Loading />}
      {value !== undefined &&
        (value && (value.receipt ?? value.lore) ? <Facts {...value} /> : <p className="quiet">{text.unknown}</p>)}
      <div className="row end">
        <Button onClick={close} autoFocus>
          {closing.close}
        </Button>
      </div>
    </Dialog>
  )
}

function Facts({ receipt, lore }: Details) {
  const text = useWords(words)
  const { unnamed, outcomes } = useWords(loreWords)
  const { number } = useFormats()
  return (
    <>
      {receipt && (
        <>
          <p>{text.tokens(number(receipt.promptTokens), number(receipt.replyTokens))}</p>
          <p>{text.kept(number(receipt.turnsKept), receipt.turnsDropped > 0 && number(receipt.turnsDropped))}</p>
        </>
      )}
      {lore?.map(({ lorebookName, used, entries }, place) => (
        <section key={place}>
          <h3 dir="auto">{lorebookName ?? text.otherLorebook}</h3>
          {entries === null ? (
            <p>{text.used(number(used))}</p>
          ) : (
            <ul>
              {entries.map(({ id, name, outcome }) => (
                <li key={id} className="break">
                  <bdi>{name === null ? text.deleted : name === '' ? unnamed : name}</bdi>
                  <span className="quiet small"> · {outcomes[outcome]}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  )
}
