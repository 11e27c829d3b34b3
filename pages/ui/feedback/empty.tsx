import type { ReactNode } from 'react'

interface EmptyProps {
  readonly title: string
  /** 1 where it is the whole screen. */
  readonly level?: 1 | 2
  readonly children?: ReactNode
}

/** Where a list has nothing: what that means and what to do. */
export function Empty({ title, level = 2, children }: EmptyProps) {
  const Heading = `h${level}` as const
  return (
    <div className="empty">
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
