import { useCurrentInView } from '../../ui/navigation/use-current-in-view.js'
import { useFormats } from '../../ui/text/dates.js'

interface Filter {
  readonly name: string
  readonly to: string
  readonly isCurrent: boolean
  /** How many it shows. */
  readonly count?: number | undefined
}

/** Links to the parts of a list in one row, which scrolls where it is wider than its place. */
export function Filters({ label, filters }: { readonly label: string; readonly filters: readonly Filter[] }) {
  const { number } = useFormats()
  const row = useCurrentInView<HTMLElement>(JSON.stringify(filters))
  return (
    <nav className="filters strip" aria-label={label} ref={row}>
      {filters.map(({ name, to, isCurrent, count }) => (
        <a key={to} href={`#${to}`} aria-current={isCurrent ? 'true' : undefined}>
          {name}
          {count !== undefined && <span className="count">{number(count)}</span>}
        </a>
      ))}
    </nav>
  )
}
