import { useWords } from '../text/catalogue.js'
import { words } from './words.js'

export function Loading({ label }: { readonly label?: string }) {
  const { loading } = useWords(words)
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {label ?? loading}
    </p>
  )
}
