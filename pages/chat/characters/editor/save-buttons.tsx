import { words as feedbackWords } from '../../../ui/feedback/words.js'
import { Button } from '../../../ui/forms/button.js'
import { LinkButton } from '../../../ui/navigation/link.js'
import { Menu, type MenuItem } from '../../../ui/navigation/menu.js'
import { navigate } from '../../../ui/navigation/route.js'
import { useWords } from '../../../ui/text/catalogue.js'
import type { CharacterDraft } from './character-draft.js'
import { words } from './editor-extras-words.js'

interface SaveButtonsProps {
  readonly draft: CharacterDraft
  readonly isNew: boolean
  readonly isBusy: boolean
  readonly isDirty: boolean
  /** Where the form is left to. */
  readonly exit: string
  /** Stores the fields with a change; `isTest`: and goes on in the editor. */
  readonly save: (change: Partial<CharacterDraft>, isTest: boolean) => void
  readonly openTest: () => void
}

/**
 * What can be done with the fields besides what the form itself does, which demands a name: here a character without one gets one. A
 * phone has room for one of them at most, and has a menu for the others.
 */
export function SaveButtons({ draft, isNew, isBusy, isDirty, exit, save, openTest }: SaveButtonsProps) {
  const text = useWords(words)
  const { cancel } = useWords(feedbackWords)
  const { name, isPublic } = draft
  const named = name.trim() === '' ? { name: text.untitled } : {}
  const saveAndTry = () => save({ ...named, isPublic: isPublic && !isNew }, true)
  const trial: MenuItem =
    !isNew && isDirty
      ? { label: text.saveAndTry, icon: 'smile', run: saveAndTry }
      : { label: text.tryIt, icon: 'smile', run: isNew ? saveAndTry : openTest }
  const other: MenuItem = isNew
    ? { label: text.savePrivately, icon: 'hidden', run: () => save({ ...named, isPublic: false }, false) }
    : { label: text.publish, icon: 'people', run: () => save({ ...named, isPublic: true }, false) }
  // of a new character the form itself does what its visibility says
  const [shown, ...further] = isNew ? [isPublic ? other : undefined, trial] : isPublic ? [trial] : [trial, other]
  const buttonOf = ({ label, run }: MenuItem) => (
    <Button key={label} disabled={isBusy} onClick={run}>
      {label}
    </Button>
  )
  return (
    <>
      <Menu
        label={text.further}
        note={isNew ? text.tryHint : undefined}
        items={[...(isBusy ? [] : further), { label: cancel, icon: 'close', run: () => navigate(exit) }]}
      />
      {isNew && <p className="quiet small further">{text.tryHint}</p>}
      <div className="row further">
        <LinkButton to={exit}>{cancel}</LinkButton>
        {further.map(buttonOf)}
      </div>
      {shown && buttonOf(shown)}
    </>
  )
}
