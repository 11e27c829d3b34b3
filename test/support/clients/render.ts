import { createContext, type ReactNode } from 'react'
import createReconciler from 'react-reconciler'
import { ConcurrentRoot, DefaultEventPriority, NoEventPriority } from 'react-reconciler/constants.js'

let priority: number = NoEventPriority

/** A renderer of components that show nothing: they run, with their hooks and effects. */
const reconciler = createReconciler({
  supportsMutation: true,
  isPrimaryRenderer: true,
  getRootHostContext: () => ({}),
  getChildHostContext: () => ({}),
  prepareForCommit: () => null,
  resetAfterCommit: () => undefined,
  clearContainer: () => undefined,
  scheduleTimeout: setTimeout,
  cancelTimeout: clearTimeout,
  noTimeout: -1,
  setCurrentUpdatePriority: (next: number) => void (priority = next),
  getCurrentUpdatePriority: () => priority,
  resolveUpdatePriority: () => priority || DefaultEventPriority,
  resolveEventType: () => null,
  resolveEventTimeStamp: () => -1.1,
  trackSchedulerEvent: () => undefined,
  shouldAttemptEagerTransition: () => false,
  requestPostPaintCallback: () => undefined,
  maySuspendCommit: () => false,
  NotPendingTransition: null,
  HostTransitionContext: createContext(null),
} as unknown as Parameters<typeof createReconciler>[0])

/** Renders in the mode of StrictMode; resolves when it is shown. The returned function removes it. */
export async function render(element: ReactNode): Promise<() => Promise<void>> {
  const fail = (error: unknown) => {
    throw error
  }
  const root: unknown = reconciler.createContainer(
    {},
    ConcurrentRoot,
    null,
    true,
    null,
    '',
    fail,
    fail,
    fail,
    () => undefined,
    null,
  )
  const update = (next: ReactNode) =>
    new Promise<void>((resolve) => {
      reconciler.updateContainer(next, root, null, resolve)
    })
  await update(element)
  return () => update(null)
}
