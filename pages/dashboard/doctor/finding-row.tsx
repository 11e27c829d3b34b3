import { Button } from '../../ui/forms/button.js'
import { Link } from '../../ui/navigation/link.js'
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

/** What is wrong and what its repair does in the words of the reader; the sentence of the server, with its ids, on request. */
export function FindingRow({ finding, state, ask }: FindingRowProps) {
  const text = useWords(words)
  const { detail, isHarmless, kind } = finding
  const { name, repair } = text.kinds[kind]
  return (
    <div className="entry">
      <div className="about">
        <h3>{name}</h3>
        <FindingOwner finding={finding} />
        <p className="quiet">{text.repairMeans(repair)}</p>
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

export function FindingName({ finding }: { readonly finding: Finding }) {
  const text = useWords(words)
  return (
    <div>
      <p>
        <strong>{text.kinds[finding.kind].name}</strong>
      </p>
      <FindingOwner finding={finding} />
    </div>
  )
}

/** To whom or to what it belongs: an account by its name, as long as it exists. */
function FindingOwner({ finding }: { readonly finding: Finding }) {
  const text = useWords(words)
  const { account } = finding
  const owner = ownerOf(finding)
  if (account)
    return (
      <p>
        {text.owners.account}{' '}
        <Link to={`/accounts/${account.nodeId}`}>
          <bdi>{account.username}</bdi>
        </Link>
      </p>
    )
  return owner ? (
    <p>
      {text.owners[owner.kind]} {owner.id}
    </p>
  ) : null
}

/** The sentence of the server, for the operator. */
export function FindingDetail({ finding: { detail } }: { readonly finding: Finding }) {
  const text = useWords(words)
  return (
    <details className="small detail">
      <summary>{text.details}</summary>
      <p lang="en">
        <code>{detail}</code>
      </p>
    </details>
  )
}
