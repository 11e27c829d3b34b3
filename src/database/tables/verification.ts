import { column, Table } from '@parley/statements'
import type { AddressProof, VerificationCode } from '../../verification/verification-code.js'

export const VerificationCodeTable = new Table<VerificationCode>({
  name: 'verification_codes',
  columns: {
    id: column.id(),
    emailKey: column.text(400),
    type: column.text(20),
    email: column.text(100),
    codeHash: column.text(64, { nullable: true }),
    attempts: column.count({ default: 0 }),
    sentAt: column.instant(),
    expiresAt: column.instant(),
  },
  unique: [['emailKey', 'type']],
  indices: [{ columns: ['expiresAt'] }],
})

export const AddressProofTable = new Table<AddressProof>({
  name: 'address_proofs',
  columns: {
    id: column.id(),
    emailKey: column.text(400),
    email: column.text(100),
    tokenHash: column.text(64),
    expiresAt: column.instant(),
  },
  unique: [['emailKey'], ['tokenHash']],
  indices: [{ columns: ['expiresAt'] }],
})
