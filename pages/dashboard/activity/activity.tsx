import { useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { Empty } from '../../ui/feedback/empty.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { CopyButton } from '../../ui/forms/copy-button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { useResult } from '../reads/use-result.js'
import { activity, cancelReply } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { words as sessionWords } from '../session/words.js'
import { ReplyRow } from './reply-row.js'
import { Services } from './services.js'
import { words } from './words.js'

const everyMs = 3_000

/** The replies of all accounts that run and wait, and the workers, read again while the page is visible. */
export function Activity() {
  const text = useWords(words)
  const { copyCommand } = useWords(sessionWords)
  const { number } = useFormats()
  const request = useRequest()
  const announce = useAnnounce()
  const { result, error, reload } = useResult(activity, everyMs)
  const [asked, setAsked] = useState<string>()
  const { activeGenerations, aiServices } = result ?? {}
  const workerless = aiServices?.filter(({ workers }) => workers.length === 0) ?? []
  const cancel = async (id: string) => {
    await request(cancelReply, { id }, { isRepeatable: true })
    announce(text.cancelled)
    reload()
  }
  const startCommand = `ROLES=${workerless.map(({ kind }) => kind.toLowerCase()).join(',')} npm start`
  return (
    <div className="page">
      <h1>{text.title}</h1>
      <p className="quiet">{text.live}</p>
      <Failure error={error} retry={reload} />
      {!result && !error && <Loading />}
      {workerless.length > 0 && (
        <div className="notice failure">
          <p>
            <strong>
              {workerless.length === aiServices?.length
                ? text.noWorkers
                : text.noWorkersFor(workerless.map(({ kind }) => text.kinds[kind]).join(', '))}
            </strong>
          </p>
          <p>{text.startWorkers}</p>
          <div className="secret-box">
            <pre>
              <code>{startCommand}</code>
            </pre>
            <CopyButton text={startCommand} label={copyCommand} />
          </div>
        </div>
      )}
      {activeGenerations?.totalCount === 0 && (
        <Empty title={text.none}>
          <p className="quiet">{text.noneHint}</p>
        </Empty>
      )}
      {activeGenerations && activeGenerations.totalCount > 0 && (
        <>
          <p>
            {text.count(number(activeGenerations.totalCount))}{' '}
            {activeGenerations.generations.length < activeGenerations.totalCount &&
              text.oldest(number(activeGenerations.generations.length), number(activeGenerations.totalCount))}
          </p>
          <ul role="list" className="rows" aria-label={text.list}>
            {activeGenerations.generations.map((reply) => (
              <li key={reply.id} className="card">
                <ReplyRow
                  reply={reply}
                  hasWorker={aiServices?.find(({ kind }) => kind === reply.kind)?.workers.length !== 0}
                  cancel={() => setAsked(reply.id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {aiServices && (
        <section className="card form" aria-labelledby="workers">
          <h2 id="workers">{text.services}</h2>
          <Services services={aiServices} />
        </section>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          title={text.cancelTitle}
          verb={text.cancel}
          run={() => cancel(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{text.cancelLoss}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
