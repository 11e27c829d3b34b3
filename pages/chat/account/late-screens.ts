export { PasswordLink } from './password-link.js'
export { ResetPassword } from './reset-password.js'
export { SetUp } from './set-up.js'
export { SocialReturn } from './social-return.js'
