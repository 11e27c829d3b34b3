import { useEffect, useState } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js'
import { useFailureSentence } from '../../ui/feedback/failure.js'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import { repair as repairOperation } from '../operations.generated.js'
import { useRequest } from '../session/administrator.js'
import { FindingDetail, FindingName, FindingRow, type RepairState } from './finding-row.js'
import { parts } from './parts.js'
import { shownFindings, useExamination, type Finding } from './use-examination.js'
import { words } from './words.js'

const keyOf = ({ part, kind, subject }: Finding) => [part, kind, subject].join(' ')

/** Examines the stores and repairs single findings, which it asks before. */
export function Doctor() {
  const text = useWords(words)
  const { number } = useFormats()
  const sentence = useFailureSentence()
  const request = useRequest()
  const announce = useAnnounce()
  const { examination, start, stop } = useExamination()
  const { status, part, findings, findingCount, failures, examinedItems, examinedParts } = examination
  const [repairs, setRepairs] = useState<ReadonlyMap<string, RepairState>>(new Map())
  const [asked, setAsked] = useState<Finding>()
  const result = text.result(number(examinedItems), number(findingCount))
  useEffect(() => {
    if (status === 'complete') announce(result)
  }, [status, result, announce])
  const acts: Readonly<Partial<Record<Finding['kind'], string>>> = text.acts
  const verbOf = (kind: Finding['kind']) => acts[kind] ?? text.repair
  const begin = () => {
    setRepairs(new Map())
    void start()
  }
  const repair = async (finding: Finding) => {
    const { part: of, kind, subject } = finding
    const { repaired } = (await request(repairOperation, { part: of, kind, subject }, { isRepeatable: true })).repair
    const state = repaired ? 'repaired' : 'left'
    setRepairs((before) => new Map(before).set(keyOf(finding), state))
    announce(text.repairs[state])
  }
  return (
    <div className="page">
      <h1>{text.title}</h1>
      <p className="quiet">{text.hint}</p>
      <div className="row">
        {status === 'running' ? (
          <Button icon="stop" onClick={stop}>
            {text.stop}
          </Button>
        ) : (
          <Button kind="primary" icon="search" onClick={begin}>
            {status === 'none' ? text.examine : text.examineAgain}
          </Button>
        )}
      </div>
      {status === 'running' && (
        <div className="card form">
          <p id="progress">{text.progress(part === null ? '' : text.parts[part], number(examinedItems))}</p>
          <progress aria-labelledby="progress" max={parts.length} value={examinedParts} />
        </div>
      )}
      {status === 'complete' && <p className="notice">{result}</p>}
      {status === 'stopped' && <p className="notice">{text.stopped(number(examinedItems), number(findingCount))}</p>}
      {failures.map(({ part: of, error }) => (
        <p key={of} className="notice failure" role="alert">
          {text.notExamined(text.parts[of])} {sentence(error)}
        </p>
      ))}
      {findings.length > 0 && (
        <section className="form" aria-labelledby="findings">
          <h2 id="findings">{text.findings}</h2>
          {findingCount > shownFindings && <p className="quiet">{text.onlyFirst(number(shownFindings))}</p>}
          <ul role="list" className="rows" aria-label={text.findings}>
            {findings.map((finding) => (
              <li key={keyOf(finding)} className="card">
                <FindingRow
                  finding={finding}
                  state={repairs.get(keyOf(finding)) ?? 'none'}
                  ask={() => setAsked(finding)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {asked && (
        <ConfirmDialog
          title={text.repairTitle}
          verb={verbOf(asked.kind)}
          isHarmless={asked.isHarmless}
          run={() => repair(asked)}
          onClose={() => setAsked(undefined)}
        >
          <div className="form">
            <FindingName finding={asked} />
            <FindingDetail finding={asked} />
            <p>{text.kinds[asked.kind].repair}</p>
            <p className={asked.isHarmless ? 'notice' : 'notice failure'}>
              {asked.isHarmless ? text.harmless : text.lossy}
            </p>
          </div>
        </ConfirmDialog>
      )}
    </div>
  )
}
