import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { ownerOf } from './subject.js'
import type { Finding } from './use-examination.js'
import { words } from './words.js'

/** `left`: there was nothing left to repair, or it cannot be repaired now. */
export type RepairState = 'none' | 'repaired' | 'left'

interface FindingRowProps {
  readonly finding: Finding
  readonly state: RepairState
  readonly ask: () => void
}

/** What is wrong in the words of the reader, and below it the sentence of the server with its ids. */
export function FindingRow({ finding, state, ask }: FindingRowProps) {
  const text = useWords(words)
  const { detail, isHarmless } = finding
  const name = useFindingName(finding)
  return (
    <div className="entry">
      <div className="about">
        <h3>{name}</h3>
        <p className="row">
          <span className={isHarmless ? 'tag' : 'tag bad'}>{isHarmless ? text.losesNothing : text.mayLose}</span>
          {state !== 'none' && <span className={state === 'repaired' ? 'tag good' : 'tag'}>{text.repairs[state]}</span>}
        </p>
      </div>
      {state !== 'repaired' && (
        <Button isSmall aria-label={`${text.repair}: ${name}, ${detail}`} onClick={ask}>
          {text.repair}
        </Button>
      )}
      <FindingDetail finding={finding} />
    </div>
  )
}

export const FindingName = ({ finding }: { readonly finding: Finding }) => (
  <p>
    <strong>{useFindingName(finding)}</strong>
  </p>
)

/** What is wrong, and whose it is. */
function useFindingName(finding: Finding): string {
  const text = useWords(words)
  const { name } = text.kinds[finding.kind]
  const owner = ownerOf(finding)
  return owner ? text.owned(name, owner.kind, owner.id) : name
}

/** The sentence of the server, for the operator. */
export const FindingDetail = ({ finding: { detail } }: { readonly finding: Finding }) => (
  <p className="quiet small detail" lang="en">
    <code>{detail}</code>
  </p>
)
