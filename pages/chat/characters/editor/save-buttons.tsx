import { Button } from '../../../ui/forms/button.js'
import { useWords } from '../../../ui/text/catalogue.js'
import type { CharacterDraft } from './character-draft.js'
import { words } from './editor-extras-words.js'

interface SaveButtonsProps {
  readonly draft: CharacterDraft
  readonly isNew: boolean
  readonly isBusy: boolean
  readonly isDirty: boolean
  /** Stores the fields with a change; `isTest`: and goes on in the editor. */
  readonly save: (change: Partial<CharacterDraft>, isTest: boolean) => void
  readonly openTest: () => void
}

/** A draft is private, and gets a name where it has none. The form itself demands a name. */
export function SaveButtons({ draft: { name, isPublic }, isNew, isBusy, isDirty, save, openTest }: SaveButtonsProps) {
  const text = useWords(words)
  const named = name.trim() === '' ? { name: text.untitled } : {}
  const saveAndTry = () => save({ ...named, isPublic: isPublic && !isNew }, true)
  return (
    <>
      <Button disabled={isBusy} onClick={isNew || isDirty ? saveAndTry : openTest}>
        {isNew || isDirty ? text.saveAndTry : text.tryIt}
      </Button>
      {isNew && (
        <Button disabled={isBusy} onClick={() => save({ ...named, isPublic: false }, false)}>
          {text.saveDraft}
        </Button>
      )}
      {!isNew && !isPublic && (
        <Button disabled={isBusy} onClick={() => save({ ...named, isPublic: true }, false)}>
          {text.publish}
        </Button>
      )}
    </>
  )
}
