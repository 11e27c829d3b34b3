import type { ListedAccountFragment } from '../operations.generated.js'

/** What every dialog about an account has. */
export interface AccountDialogProps {
  readonly account: ListedAccountFragment
  readonly onChange: (account: ListedAccountFragment) => void
  readonly onDelete: (id: string) => void
  readonly onClose: () => void
}
