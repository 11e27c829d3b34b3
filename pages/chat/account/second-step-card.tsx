import { useParley } from '@parley/client/react'
import { SecondFactor } from '../../ui/identity/second-factor.js'
import type { FactorProof, SecondStep } from '../../ui/identity/second-step.js'
import { words } from '../../ui/identity/words.js'
import { useWords } from '../../ui/text/catalogue.js'

interface SecondStepCardProps {
  readonly step: SecondStep
  readonly onBack: () => void
  /** After the sign-in. */
  readonly onDone?: () => void
}

/** In place of the form for the password, until a second factor is proved. */
export function SecondStepCard({ step, onBack, onDone }: SecondStepCardProps) {
  const { title } = useWords(words)
  const parley = useParley()
  const prove = async (proof: FactorProof) => {
    await parley.completeSignIn({ challenge: step.challenge, ...proof })
    onDone?.()
  }
  return (
    <div className="page narrow">
      <div className="card form">
        <h1>{title}</h1>
        <SecondFactor step={step} prove={prove} onBack={onBack} />
      </div>
    </div>
  )
}
