import { useWords } from '../../ui/text/catalogue.js'
import { useModels } from './use-models.js'
import { words } from './words.js'

/** The label of a model. Shows nothing until the labels are known. */
export function ModelName({ name }: { readonly name: string | null | undefined }) {
  const { demonstrationModel } = useWords(words)
  const models = useModels()
  if (!models || !name) return null
  const model = models.find((each) => each.name === name)
  const label = model?.label ?? name
  return (
    <span className="small quiet clipped">{model?.demonstration && label === name ? demonstrationModel : label}</span>
  )
}
