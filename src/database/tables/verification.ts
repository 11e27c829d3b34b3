import { Table } from '@parley/statements'
import { verificationCodeColumns, addressProofColumns } from '../../verification/verification-code.js'

export const VerificationCodeTable = new Table({
  name: 'verification_codes',
  columns: verificationCodeColumns,
  unique: [['emailKey', 'type']],
  indices: [{ columns: ['expiresAt'] }],
})

export const AddressProofTable = new Table({
  name: 'address_proofs',
  columns: addressProofColumns,
  unique: [['emailKey'], ['tokenHash']],
  indices: [{ columns: ['expiresAt'] }],
})
