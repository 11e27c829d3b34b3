import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useAnnounce } from '../../../ui/feedback/announcer.js'
import { Failure } from '../../../ui/feedback/failure.js'
import { useAction } from '../../../ui/forms/use-action.js'
import { placeBeside } from '../../../ui/navigation/place-beside.js'
import { useWords } from '../../../ui/text/catalogue.js'
import { useFormats } from '../../../ui/text/dates.js'
import { Icon } from '../../../ui/theme/icon.js'
import { labelIn, labelOf, modelIn, useModels, type Model, type RoomChoice } from '../use-models.js'
import { words as roomWords } from '../words.js'
import type { ChooseModel } from './model-button.js'
import { words } from './words.js'

interface ModelMenuProps {
  readonly room: RoomChoice
  readonly choose: ChooseModel
  readonly button: RefObject<HTMLButtonElement | null>
  readonly close: () => void
}

/** The models of the server with what each can do, or why it cannot be chosen. Arrow keys move in it; Escape closes it. */
export function ModelMenu({ room, choose, button, close }: ModelMenuProps) {
  const text = useWords(words)
  const roomText = useWords(roomWords)
  const announce = useAnnounce()
  const models = useModels({ isFresh: true }) ?? []
  const panel = useRef<HTMLDivElement>(null)
  const answering = modelIn(models, room)
  const byDefault = modelIn(models, { ...room, model: null })
  // what all can do distinguishes none
  const isSearchSpecial = room.__typename === 'OfficeRoom' && models.some(({ webSearch }) => !webSearch)
  const end = () => {
    button.current?.focus()
    close()
  }
  const action = useAction(async (model: Model) => {
    await choose(model.name, model === byDefault)
    announce(text.chosen(labelOf(model, roomText)))
    end()
  })
  useLayoutEffect(() => {
    const { current } = panel
    current?.showPopover()
    current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const place = () => {
      if (button.current && panel.current) placeBeside(button.current, panel.current, true)
    }
    place()
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [button, models.length, action.error])
  const move = (event: KeyboardEvent) => {
    const all = [...(panel.current?.querySelectorAll('button') ?? [])]
    const index = all.findIndex((item) => item === document.activeElement)
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key]
    if (target !== undefined) all.at(target % all.length)?.focus()
    if (event.key === 'Escape' || event.key === 'Tab') end()
    if (target !== undefined || event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <div
      ref={panel}
      popover="auto"

      // a press beside it
      onToggle={({ newState }) => {
        if (newState === 'closed') close()
      }}
      onKeyDown={move}
    >
      <Failure error={action.error} />
      {answering && room.model !== null && room.model !== answering.name && (
        <p className="notice small">
          {text.replaced(labelIn(models, room.model, roomText), labelOf(answering, roomText))}
        </p>
      )}
      <ul role="menu" aria-label={text.title}>
        {models.map((model) => (
          <ModelItem
            key={model.name}
            model={model}
            isChosen={model === answering}
            isDefault={model === byDefault}
            canSearch={isSearchSpecial && model.webSearch}
            choose={() => void action.run(model)}
          />
        ))}
      </ul>
    </div>
  )
}

interface ModelItemProps {
  readonly model: Model
  readonly isChosen: boolean
  readonly isDefault: boolean
  /** Whether it searches the web for the messages of this room, unlike others. */
  readonly canSearch: boolean
  readonly choose: () => void
}

function ModelItem({ model, isChosen, isDefault, canSearch, choose }: ModelItemProps) {
  const text = useWords(words)
  const roomText = useWords(roomWords)
  const { number } = useFormats()
  const { available, included, demonstration, thoughts, vision, contextTokens } = model
  const reason = !included ? text.notIncluded : !available ? text.unavailable : undefined
  const abilities = [
    demonstration && text.demonstration,
    vision && text.vision,
    thoughts && text.thoughts,
    canSearch && text.webSearch,
    contextTokens !== null && text.context(shortCount(contextTokens, number)),
  ].filter(Boolean)
  return (
    <li role="none">
      <button
        type="button"
        role="menuitemradio"
        aria-checked={isChosen}
        // it stays in the order of the keys, so that its reason can be read
        aria-disabled={reason !== undefined}
        tabIndex={-1}
        onClick={() => {
          if (reason === undefined) choose()
        }}
      >
        <Icon name="check" />
        <span>
          <span>
            {labelOf(model, roomText)} {isDefault && <span className="tag">{text.isDefault}</span>}
          </span>
          {abilities.length > 0 && <span className="small quiet">{abilities.join(' · ')}</span>}
          {reason !== undefined && <span className="small fault">{reason}</span>}
        </span>
      </button>
    </li>
  )
}

/** 32768 and 32000 are both "32k": vendors count in either way. */
function shortCount(tokens: number, number: (value: number) => string): string {
  const thousand = tokens % 1_000 === 0 ? 1_000 : 1_024
  const isLarge = tokens >= thousand ** 2
  const count = tokens / thousand ** (isLarge ? 2 : 1)
  return `${number(Math.round(count * 10) / 10)}${isLarge ? 'M' : 'k'}`
}
