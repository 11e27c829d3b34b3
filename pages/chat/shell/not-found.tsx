import { Empty } from '../../ui/feedback/empty.js'
import { LinkButton } from '../../ui/navigation/link.js'

interface NotFoundProps {
  readonly title: string
  readonly hint: string
  /** What the reader can open in its place. */
  readonly way: string
  readonly to?: string
}

/** A screen for what does not exist, or is not for the reader. */
export const NotFound = ({ title, hint, way, to = '/' }: NotFoundProps) => (
  <Empty title={title} level={1}>
    <p className="quiet">{hint}</p>
    <LinkButton kind="primary" to={to}>
      {way}
    </LinkButton>
  </Empty>
)
