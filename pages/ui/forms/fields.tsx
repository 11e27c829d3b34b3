import { useId, type ComponentProps, type ReactNode } from 'react'

interface Labelled {
  readonly label: string
  readonly hint?: ReactNode
  /** What is wrong with the value. */
  readonly fault?: string | null | undefined
}

/** The attributes that connect a control with its label, its hint and its fault, and these texts. */
function useLabels({ hint, fault }: Labelled) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter(Boolean).join(' ')
  return {
    control: {
      id,
      'aria-describedby': described === '' ? undefined : described,
      'aria-invalid': fault ? true : undefined,
    },
    texts: (
      <>
        {hint && (
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

export function TextField({ label, hint, fault, ...rest }: Labelled & ComponentProps<'input'>) {
  const { control, texts } = useLabels({ label, hint, fault })
  return (
    <div className="field">
      <label htmlFor={control.id}>{label}</label>
      <input {...rest} {...control} />
      {texts}
    </div>
  )
}

export function TextArea({ label, hint, fault, ...rest }: Labelled & ComponentProps<'textarea'>) {
  const { control, texts } = useLabels({ label, hint, fault })
  return (
    <div className="field">
      <label htmlFor={control.id}>{label}</label>
      <textarea {...rest} {...control} />
      {texts}
    </div>
  )
}

export function Select({ label, hint, fault, children, ...rest }: Labelled & ComponentProps<'select'>) {
  const { control, texts } = useLabels({ label, hint, fault })
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
  const { control, texts } = useLabels({ label, hint })
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
  const id = useId()
  return (
    <div className="checkbox">
      <input {...rest} id={id} type="checkbox" />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
