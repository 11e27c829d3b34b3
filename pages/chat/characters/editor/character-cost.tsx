import { useEffect, useState } from 'react'
import { useParley } from '@parley/client/react'
import { characterCost, type CharacterCostInput, type CharacterCostQuery } from '@parley/client/operations'
import { useWords } from '../../../ui/text/catalogue.js'
import type { CharacterDraft } from './character-draft.js'
import { words } from './editor-extras-words.js'

/** After so many milliseconds without a change the tokens are counted. */
const pauseMs = 800

/** What the texts of the editor cost in each prompt, while the person writes them. */
export function CharacterCost({ draft }: { readonly draft: CharacterDraft }) {
  const text = useWords(words)
  const parley = useParley()
  const {
    name,
    greeting,
    context,
    exampleDialogues,
    systemPrompt,
    postHistoryInstructions,
    noteText: depthNote,
  } = draft
  const [cost, setCost] = useState<CharacterCostQuery['characterCost']>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const input: CharacterCostInput = {
      ...{ name, greeting, context, exampleDialogues },
      ...{ systemPrompt, postHistoryInstructions, depthNote },
    }
    const timer = setTimeout(() => {
      // after a failure the last count stays until the next change
      parley.request(characterCost, { input }, { signal: leaving.signal }).then(
        ({ characterCost: counted }) => !leaving.signal.aborted && setCost(counted),
        () => undefined,
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [parley, name, greeting, context, exampleDialogues, systemPrompt, postHistoryInstructions, depthNote])
  if (!cost) return <p className="quiet small">{text.counting}</p>
  const { tokens, permanentTokens: permanent, isEstimate } = cost
  return (
    <div className="quiet small">
      <p>{text.cost({ tokens, permanent, isEstimate })}</p>
      <p>{text.costHint(isEstimate)}</p>
    </div>
  )
}
