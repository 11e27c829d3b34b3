import { useEffect, useRef, type ReactNode } from 'react'
import { useAnnounce } from '../../ui/feedback/announcer.js'
import { Empty } from '../../ui/feedback/empty.js'
import { Failure } from '../../ui/feedback/failure.js'
import { Loading } from '../../ui/feedback/loading.js'
import { Button } from '../../ui/forms/button.js'
import { useWords } from '../../ui/text/catalogue.js'
import { useFormats } from '../../ui/text/dates.js'
import type { Pages } from './use-pages.js'
import { words } from './words.js'

interface PagedListProps<Node> {
  readonly pages: Pages<Node>
  /** How many there are, where that is known. */
  readonly total?: number | undefined
  readonly label: string
  readonly className: string
  /** Why there is nothing. */
  readonly nothing: string
  /** What to do then. */
  readonly onlyAct?: ReactNode
  readonly children: (node: Node) => ReactNode
}

/** The rows of a list with a button for more. The focus goes to the first of the new rows. */
export function PagedList<Node extends { readonly id: string }>({
  pages,
  total,
  label,
  className,
  nothing,
  onlyAct,
  children,
}: PagedListProps<Node>) {
  const text = useWords(words)
  const { number } = useFormats()
  const announce = useAnnounce()
  const { nodes, isRead, isLoading, hasMore, failed, firstNew } = pages
  const list = useRef<HTMLUListElement>(null)
  // a count from before an act can be less
  const isTotalKnown = total !== undefined && total > nodes.length
  const shown = !hasMore
    ? text.all(number(nodes.length))
    : isTotalKnown
      ? text.some(number(nodes.length), number(total))
      : text.first(number(nodes.length))
  const count = isRead && !isLoading ? shown : ''
  useEffect(() => {
    if (count !== '') announce(count)
  }, [count, announce])
  useEffect(() => {
    const row = firstNew === null ? undefined : list.current?.children[firstNew]
    if (row instanceof HTMLElement) row.focus()
  }, [firstNew])
  const failure = <Failure error={pages.error} retry={pages.retry} />
  return (
    <>
      {failed === 'first page' && failure}
      {isRead && nodes.length === 0 && <Empty title={nothing}>{onlyAct}</Empty>}
      {nodes.length > 0 && (
        <>
          <p className="quiet small">{shown}</p>
          <ul role="list" aria-label={label} className={className} ref={list} aria-busy={isLoading}>
            {nodes.map((node) => (
              <li key={node.id} className="card" tabIndex={-1}>
                {children(node)}
              </li>
            ))}
          </ul>
        </>
      )}
      {isLoading && nodes.length === 0 && <Loading />}
      {failed === 'next page' && failure}
      {hasMore && failed !== 'next page' && (
        <div className="row end">
          <Button
            icon="down"
            aria-disabled={isLoading}
            onClick={() => {
              if (!isLoading) pages.more()
            }}
          >
            {text.more}
          </Button>
        </div>
      )}
    </>
  )
}
