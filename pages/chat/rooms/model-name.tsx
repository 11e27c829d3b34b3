import { useWords } from '../../ui/text/catalogue.js'
import { labelIn, useModels } from './use-models.js'
import { words } from './words.js'

/** The label of a model. Shows nothing until the labels are known. */
export function ModelName({ name }: { readonly name: string | null | undefined }) {
  const text = useWords(words)
  const models = useModels()
  if (!models || !name) return null
  return <span className="small quiet clipped">{labelIn(models, name, text)}</span>
}
