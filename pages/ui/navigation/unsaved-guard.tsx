import { useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from '../feedback/dialog.js'
import { Button } from '../forms/button.js'
import { catalogue, useWords } from '../text/catalogue.js'
import { guardRoute } from './route.js'

const words = catalogue(
  {
    leaveTitle: 'Leave without saving?',
    leaveLoss: 'Your changes will be lost.',
    leave: 'Leave',
    stay: 'Stay',
  },
  {
    leaveTitle: '저장하지 않고 나갈까요?',
    leaveLoss: '변경한 내용이 사라집니다.',
    leave: '나가기',
    stay: '계속 편집',
  },
)

interface UnsavedGuardProps {
  /** Runs when the person has chosen to lose the changes. */
  readonly onLeave?: () => void
}

/** Asks before changes are lost by another route, and has the browser ask before it leaves the page. */
export function UnsavedGuard({ onLeave }: UnsavedGuardProps) {
  const text = useWords(words)
  const [leaving, setLeaving] = useState<{ readonly leave: () => void }>()
  const release = useRef<() => void>(undefined)
  // as soon as the changes are gone: a later release would refuse the next link without a question
  useLayoutEffect(() => {
    release.current = guardRoute((leave) => setLeaving({ leave }))
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    return () => {
      release.current?.()
      removeEventListener('beforeunload', onUnload)
    }
  }, [])
  if (!leaving) return null
  const leave = () => {
    release.current?.()
    onLeave?.()
    leaving.leave()
  }
  return (
    <Dialog title={text.leaveTitle} onClose={() => setLeaving(undefined)}>
      <p>{text.leaveLoss}</p>
      <div className="row end">
        <Button onClick={() => setLeaving(undefined)} autoFocus>
          {text.stay}
        </Button>
        <Button kind="danger" onClick={leave}>
          {text.leave}
        </Button>
      </div>
    </Dialog>
  )
}
