import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../feedback/dialog.js'
import { Button } from '../forms/button.js'
import { words } from '../forms/words.js'
import { useWords } from '../text/catalogue.js'
import { guardRoute, navigate } from './route.js'

/** Asks before changes are lost by another place, and has the browser ask before it leaves the page. */
export function UnsavedGuard() {
  const text = useWords(words)
  const [target, setTarget] = useState<string>()
  const end = useRef<() => void>(undefined)
  useEffect(() => {
    end.current = guardRoute(setTarget)
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    return () => {
      end.current?.()
      removeEventListener('beforeunload', onUnload)
    }
  }, [])
  if (target === undefined) return null
  const leave = () => {
    end.current?.()
    navigate(target, { replace: true })
  }
  return (
    <Dialog title={text.leaveTitle} onClose={() => setTarget(undefined)}>
      <p>{text.leaveLoss}</p>
      <div className="row end">
        <Button onClick={() => setTarget(undefined)} autoFocus>
          {text.stay}
        </Button>
        <Button kind="danger" onClick={leave}>
          {text.leave}
        </Button>
      </div>
    </Dialog>
  )
}
