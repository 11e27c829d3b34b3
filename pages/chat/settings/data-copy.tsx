import { useEffect } from 'react'
import { useParley } from '@parley/client/react'
import { createDataExportLink, exportMyData, myDataExport } from '@parley/client/operations'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { useLoaded } from '../../ui/feedback/use-loaded.js'
import { Button } from '../../ui/forms/button.js'
import { useAction } from '../../ui/forms/use-action.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { words } from './words.js'

const pollMs = 2_000

/** Requests an archive, follows its progress and downloads it. */
export function DataCopy() {
  const text = useWords(words)
  const { dateTime } = useFormats()
  const parley = useParley()
  const copy = useLoaded(async (signal) => (await parley.request(myDataExport, {}, { signal })).myDataExport)
  const { value, error, isLoading, reload } = copy
  const isRunning = value?.status === 'RUNNING'
  useEffect(() => {
    if (!isRunning || isLoading || error) return
    const timer = setTimeout(reload, pollMs)
    return () => clearTimeout(timer)
  }, [isRunning, isLoading, error, reload])
  const request = useAction(async () => copy.set((await parley.request(exportMyData, {})).exportMyData.dataExport))
  const open = useAction(async () => {
    const { url } = (await parley.request(createDataExportLink, {})).createDataExportLink
    location.assign(url)
  })
  return (
    <section className="card form">
      <h2>{text.copy}</h2>
      <p className="quiet">{text.copyHint}</p>
      <Failure error={error} retry={reload} />
      <Failure error={request.error ?? open.error} />
      {value === undefined && !error && <Loading />}
      {isRunning && (
        <>
          <p role="status">{text.writing}</p>
          <progress aria-label={text.progress} value={value.progress} max={1} />
        </>
      )}
      {value?.status === 'FAILED' && <p className="notice failure">{text.copyFailed}</p>}
      {value?.status === 'READY' && (
        <>
          <p role="status">{text.ready(dateTime(value.expiresAt))}</p>
          <p className="quiet small">{text.downloadHint}</p>
        </>
      )}
      <div className="row">
        {value?.status === 'READY' && (
          <Button kind="primary" icon="download" disabled={open.isRunning} onClick={() => void open.run()}>
            {text.download}
          </Button>
        )}
        {value !== undefined && !isRunning && (
          <Button disabled={request.isRunning} onClick={() => void request.run()}>
            {text.requestCopy}
          </Button>
        )}
      </div>
    </section>
  )
}
