import { useRef } from 'react'
import { Button, type ButtonProps } from '../forms/button.js'

interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'type'> {
  /** Types and endings of the files, as the attribute `accept` has them. */
  readonly accept: string
  readonly choose: (file: File) => void
}

/** A button that asks for a file. */
export function FileButton({ accept, choose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // the same file can be chosen again after it was changed
          currentTarget.value = ''
          if (file) choose(file)
        }}
      />
    </>
  )
}
