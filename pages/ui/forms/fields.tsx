import { useId, useState, type ComponentProps, type InvalidEvent, type ReactNode } from 'react'
import { useWords } from '../text/catalogue.js'
import { IconButton } from './button.js'
import { controlSentence, type Control } from './fault-sentence.js'
import { words } from './words.js'

interface Labelled {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with the value. */
  readonly fault?: ReactNode
}

/**
 * The attributes that connect a control with its label and its hint, or its fault in place of that, and these texts. What the browser finds wrong
 * with a value is said in the page, not in a bubble of the browser in its language.
 */
function useLabels({ hint, fault: given }: Omit<Labelled, 'label'>) {
  const text = useWords(words)
  const id = useId()
  const [found, setFound] = useState<string>()
  const fault = found ?? given
  return {
    control: {
      id,
      'aria-describedby': fault ? `${id}-fault` : hint ? `${id}-hint` : undefined,
      'aria-invalid': fault ? true : undefined,
      onInvalid: (event: InvalidEvent<Control>) => {
        event.preventDefault()
        const { currentTarget: control } = event
        setFound(controlSentence(text, control))
        if (control.form?.querySelector(':is(input, textarea, select):invalid') === control) control.focus()
      },
      onInput: () => setFound(undefined),
    },
    texts: (
      <>
        {hint && !fault && (
          <span id={`${id}-hint`} className="hint">
            {hint}
          </span>
        )}
        {fault && (
          <span id={`${id}-fault`} className="fault">
            {fault}
          </span>
        )}
      </>
    ),
  }
}

/** A line of text. A password can be shown. */
export function TextField({ label, hint, fault, type, ...rest }: Labelled & ComponentProps<'input'>) {
  const { showTyped } = useWords(words)
  const { control, texts } = useLabels({ hint, fault })
  const [isShown, setShown] = useState(false)
  return (
    <div className="field">
      <label htmlFor={control.id}>{label}</label>
      <div className={type}>
        <input {...rest} {...control} type={isShown ? 'text' : type} />
        {type === 'password' && (
          <IconButton
            icon={isShown ? 'hidden' : 'eye'}
            label={showTyped}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        )}
      </div>
      {texts}
    </div>
  )
}

export function TextArea({ label, hint, fault, ...rest }: Labelled & ComponentProps<'textarea'>) {
  const { control, texts } = useLabels({ hint, fault })
  return (
    <div className="field">
      <label htmlFor={control.id}>{label}</label>
      <textarea {...rest} {...control} />
      {texts}
    </div>
  )
}

export function Select({ label, hint, fault, children, ...rest }: Labelled & ComponentProps<'select'>) {
  const { control, texts } = useLabels({ hint, fault })
  return (
    <div className="field">
      <label htmlFor={control.id}>{label}</label>
      <select {...rest} {...control}>
        {children}
      </select>
      {texts}
    </div>
  )
}

/** One of several choices, with what it means. */
export function Radio({ label, hint, ...rest }: Labelled & Omit<ComponentProps<'input'>, 'type'>) {
  const { control, texts } = useLabels({ hint })
  return (
    <div className="checkbox">
      <input {...rest} {...control} type="radio" />
      <label htmlFor={control.id}>
        {label}
        {texts}
      </label>
    </div>
  )
}

export function Checkbox({ label, ...rest }: { readonly label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  const { control, texts } = useLabels({})
  return (
    <div className="checkbox">
      <input {...rest} {...control} type="checkbox" />
      <div>
        <label htmlFor={control.id}>{label}</label>
        {texts}
      </div>
    </div>
  )
}
