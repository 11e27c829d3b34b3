import { Component, type ReactNode } from 'react'
import { Button } from '../forms/button.js'
import { useWords } from '../text/catalogue.js'
import { words as notLoadedWords } from './not-loaded-words.js'
import { words } from './words.js'

interface CrashBoundaryProps {
  /** Another value renders the children again. */
  readonly part?: string
  readonly children: ReactNode
}

interface CrashState {
  readonly part: string | undefined
  readonly hasCrashed: boolean
}

/** Shows a sentence, and two ways to continue, in place of a part of the page that has thrown. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { part: this.props.part, hasCrashed: false }

  static getDerivedStateFromProps = ({ part }: CrashBoundaryProps, state: CrashState) =>
    part === state.part ? null : { part, hasCrashed: false }

  static getDerivedStateFromError = () => ({ hasCrashed: true })

  override render(): ReactNode {
    return this.state.hasCrashed ? <Crash retry={() => this.setState({ hasCrashed: false })} /> : this.props.children
  }
}

function Crash({ retry }: { readonly retry: () => void }) {
  const { crashed } = useWords(words)
  const { tryAgain, reload } = useWords(notLoadedWords)
  return (
    <div className="empty" role="alert">
      <p>{crashed}</p>
      <div className="row center">
        <Button onClick={retry}>{tryAgain}</Button>
        <Button kind="primary" onClick={() => location.reload()}>
          {reload}
        </Button>
      </div>
    </div>
  )
}
