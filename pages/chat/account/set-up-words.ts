import { catalogue } from '../../ui/text/catalogue.js'

export const words = catalogue(
  {
    setUpDone: 'Save and continue',
    installationName: 'Name of this server',
    installationNameHint: 'Shown on the page and in emails.',
    whoRegisters: 'Who can create an account?',
    policies: {
      OPEN: { label: 'Everyone', hint: 'Anyone who can open this page.' },
      INVITE: { label: 'Invited people', hint: 'People you send a link to.' },
      APPROVAL: {
        label: 'Everyone, after your approval',
        hint: 'Anyone can ask for an account; you approve each one.',
      },
      CLOSED: { label: 'No one', hint: 'Administrators invite people or create their accounts.' },
    },
    fixedSetting: 'Set by the settings of the server.',
    changeLater: 'You can change both later, and invite people, in the console. It is in your account menu at the top.',
  },
  {
    setUpDone: '저장하고 시작하기',
    installationName: '서버 이름',
    installationNameHint: '페이지와 이메일에 표시됩니다.',
    whoRegisters: '누가 계정을 만들 수 있나요?',
    policies: {
      OPEN: { label: '누구나', hint: '이 페이지를 열 수 있는 모든 사람' },
      INVITE: { label: '초대받은 사람', hint: '내가 링크를 보낸 사람' },
      APPROVAL: { label: '누구나(승인 후)', hint: '누구나 계정을 신청할 수 있고, 내가 한 명씩 승인합니다.' },
      CLOSED: { label: '아무도 없음', hint: '관리자가 초대하거나 직접 계정을 만들어 줍니다.' },
    },
    fixedSetting: '서버의 환경 설정에서 정해져 있습니다.',
    changeLater: '둘 다 나중에 바꿀 수 있습니다. 위쪽의 계정 메뉴에서 콘솔을 열어 사람들을 초대할 수도 있습니다.',
  },
)
