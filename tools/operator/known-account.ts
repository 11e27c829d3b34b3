import { Refusal } from '../command.js'

/** The name of an account in the output of commands. */
export const nameOf = ({
  id,
  username,
  email,
}: {
  readonly id: number
  readonly username: string
  readonly email: string
}) => `${email} (${username}, account ${String(id)})`

/** Returns the answer about the account with an address. Throws Refusal when no account has it. */
export function known<Answer extends { readonly status: number }>(answer: Answer, email: string): Answer {
  if (answer.status === 404) throw new Refusal(`There is no account with the address ${email}.`, 67)
  return answer
}
