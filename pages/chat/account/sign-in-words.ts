import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    newPassword: 'New password',
    wrongPassword: 'Incorrect email address or password.',
    tooMany: (wait: string) => `Too many sign-in attempts. Try again in ${wait}.`,
    forgot: 'Forgot your password?',
    noAccount: 'No account yet?',
    reset: 'Set a new password',
    resetDone: 'The new password is set. Sign in with it.',
    backToSignIn: 'Back to sign-in',
  },
  {
    newPassword: '새 비밀번호',
    wrongPassword: '이메일 주소나 비밀번호가 올바르지 않습니다.',
    tooMany: (wait) => `로그인 시도가 너무 많습니다. ${wait} 후에 다시 시도하세요.`,
    forgot: '비밀번호를 잊으셨나요?',
    noAccount: '계정이 없으신가요?',
    reset: '새 비밀번호 설정',
    resetDone: '새 비밀번호를 설정했습니다. 새 비밀번호로 로그인하세요.',
    backToSignIn: '로그인으로 돌아가기',
  },
)
