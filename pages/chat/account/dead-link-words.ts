import { catalogue } from '../../ui/text/catalogue.js'
import { isolated } from '../../ui/text/isolated.js'

export const words = catalogue(
  {
    setUpTitle: 'This link no longer works',
    invitationTitle: 'This invitation no longer works',
    setUp:
      'It has been used, has expired, or was replaced by a newer link. The person who runs this server can create another one with: npm run admin -- setup-link',
    invitation: 'It has been used, has expired, or was withdrawn. Ask the person who sent it for another one.',
    noProof: (list: string) =>
      `New accounts need an address at ${isolated(list)}, and this server does not send email to check it. Ask the person who runs it for an account.`,
  },
  {
    setUpTitle: '더 이상 사용할 수 없는 링크입니다',
    invitationTitle: '더 이상 사용할 수 없는 초대입니다',
    setUp:
      '이미 사용했거나, 만료되었거나, 새 링크로 대체되었습니다. 서버 운영자는 다음 명령으로 새 링크를 만들 수 있습니다: npm run admin -- setup-link',
    invitation: '이미 사용했거나, 만료되었거나, 취소되었습니다. 초대를 보낸 사람에게 새 링크를 요청하세요.',
    noProof: (list) =>
      `새 계정을 만들려면 ${isolated(list)} 주소가 필요하지만, 이 서버는 이메일을 보내지 않아 주소를 확인할 수 없습니다. 서버 운영자에게 계정을 요청하세요.`,
  },
)
