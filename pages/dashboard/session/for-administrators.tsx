import type { ReactNode } from 'react'
import { useConfirmed } from '../../ui/identity/confirm-identity.js'
import { CountsProvider } from '../accounts/counts.js'
import { ExaminationProvider } from '../doctor/use-examination.js'
import { ConfirmedContext } from './administrator.js'

/** What the screens share while one administrator is signed in: proofs of identity, counts and the examination. */
export function ForAdministrators({ children }: { readonly children: ReactNode }) {
  const { confirmed, dialog } = useConfirmed()
  return (
    <ConfirmedContext value={confirmed}>
      <CountsProvider>
        <ExaminationProvider>{children}</ExaminationProvider>
      </CountsProvider>
      {dialog}
    </ConfirmedContext>
  )
}
