import type { ParleyError } from '@parley/client'
import { Failure } from '../feedback/failure.js'
import { Button } from '../forms/button.js'
import { useWords } from '../text/catalogue.js'
import { passkeyRefused } from './passkeys.js'
import { words } from './words.js'

interface FactorFailureProps {
  readonly error: ParleyError | null
  /** Leaves an act whose challenge is over. */
  readonly onBack: () => void
}

/** Whether no further proof can help: the act begins again. */
export const isChallengeOver = (error: ParleyError | null): boolean =>
  error?.details.fields?.some(({ rule }) => rule === 'unknown_challenge') ?? false

/** Whether a code was read and is not the right one. */
export const isWrongProof = (error: ParleyError | null): boolean =>
  error?.code === 'UNAUTHENTICATED' || (error?.details.fields?.some(({ rule }) => rule === 'wrong_code') ?? false)

/** Why a proof of a second factor was refused. */
export function FactorFailure({ error, onBack }: FactorFailureProps) {
  const text = useWords(words)
  const isWrong = isWrongProof(error)
  const isOver = isChallengeOver(error)
  if (!isWrong && !isOver && error?.code !== passkeyRefused) return <Failure error={error} />
  return (
    <div className="notice failure" role="alert">
      <p>{isWrong ? text.wrong : isOver ? text.expired : text.passkeyRefused}</p>
      {isOver && (
        <Button isSmall onClick={onBack}>
          {text.beginAgain}
        </Button>
      )}
    </div>
  )
}
