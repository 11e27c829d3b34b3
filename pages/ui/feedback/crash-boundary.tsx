import { Component } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../forms/button.js'
import { useWords } from '../text/catalogue.js'
import { words } from './words.js'

/** Shows a sentence and a way on in place of a page that has thrown. */
export class CrashBoundary extends Component<{ readonly children: ReactNode }, { readonly hasCrashed: boolean }> {
  override readonly state = { hasCrashed: false }

  static getDerivedStateFromError = () => ({ hasCrashed: true })

  override render(): ReactNode {
    return this.state.hasCrashed ? <Crash /> : this.props.children
  }
}

function Crash() {
  const { crashed, reload } = useWords(words)
  return (
    <main className="empty" role="alert">
      <p>{crashed}</p>
      <Button kind="primary" onClick={() => location.reload()}>
        {reload}
      </Button>
    </main>
  )
}
