import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from '../theme/icon.js'

interface Look {
  readonly kind?: 'primary' | 'danger' | 'plain' | 'link' | undefined
  readonly isSmall?: boolean | undefined
}

export const buttonClass = ({ kind, isSmall }: Look, isIcon = false): string =>
  ['button', kind, isSmall && 'small', isIcon && 'icon'].filter(Boolean).join(' ')

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, Look {
  readonly icon?: IconName | undefined
  readonly children: ReactNode
}

export const Button = ({ kind, isSmall, icon, children, type = 'button', ...rest }: ButtonProps) => (
  <button {...rest} type={type} className={buttonClass({ kind, isSmall })}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'>, Look {
  readonly icon: IconName
  /** What it does, for screen readers and as its tooltip. */
  readonly label: string
  /** In the place of the icon. */
  readonly face?: ReactNode
}

export const IconButton = ({
  kind = 'plain',
  isSmall,
  icon,
  label,
  face,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button {...rest} type={type} className={buttonClass({ kind, isSmall }, true)} aria-label={label} title={label}>
    {face ?? <Icon name={icon} />}
  </button>
)
