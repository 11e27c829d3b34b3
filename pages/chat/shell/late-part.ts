import type { ComponentType, ReactNode } from 'react'
import { lazyPart, lazyScreen } from '../../ui/feedback/lazy-screen.js'

type Late = typeof import('./late.js')

/** A screen of late.ts. */
export const lateScreen = <Props extends object>(screenOf: (late: Late) => ComponentType<Props>) =>
  lazyScreen(async () => screenOf(await import('./late.js')))

/** A part of a screen, of late.ts. The other arguments are those of `lazyPart`. */
export const latePart = <Props extends object>(
  partOf: (late: Late) => ComponentType<Props>,
  ...rest: [waiting?: ReactNode, isExtra?: boolean]
) => lazyPart(async () => partOf(await import('./late.js')), ...rest)
