import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import type { Finding } from './use-examination.js'
import { words } from './words.js'

/** `left`: there was nothing left to repair, or it cannot be repaired now. */
export type RepairState = 'none' | 'repaired' | 'left'

interface FindingRowProps {
  readonly finding: Finding
  readonly state: RepairState
  readonly ask: () => void
}

export function FindingRow({ finding: { kind, detail, isHarmless }, state, ask }: FindingRowProps) {
  const text = useWords(words)
  const { name } = text.kinds[kind]
  return (
    <div className="entry">
      <div className="about">
        <h3>{name}</h3>
        <p>
          <bdi>{detail}</bdi>
        </p>
        <p className="row">
          <span className={isHarmless ? 'tag' : 'tag bad'}>{isHarmless ? text.losesNothing : text.mayLose}</span>
          {state !== 'none' && <span className={state === 'repaired' ? 'tag good' : 'tag'}>{text.repairs[state]}</span>}
        </p>
      </div>
      {state !== 'repaired' && (
        <Button isSmall aria-label={`${text.repair}: ${detail}`} onClick={ask}>
          {text.repair}
        </Button>
      )}
    </div>
  )
}
