import type { ReactNode } from 'react'

interface EmptyProps {
  readonly title: string
  /** 1 where it is the whole screen. */
  readonly level?: 1 | 2
  readonly children?: ReactNode
}

/** Where a list or a screen has nothing: what that means and what to do. */
export function Empty({ title, level = 2, children }: EmptyProps) {
  if (level === 1)
    return (
      <div className="page narrow">
        <div className="card form">
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    )
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}
