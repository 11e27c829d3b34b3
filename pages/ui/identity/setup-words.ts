import { catalogue } from '../text/catalogue.js'

export const words = catalogue(
  {
    name: 'Authenticator app',
    addApp: 'Add an authenticator app',
    scan: 'Scan this picture with an authenticator app, such as Aegis, 2FAS, Google Authenticator or the one of your password manager.',
    picture: 'QR code for the authenticator app',
    key: 'Key for apps that do not scan',
    copyKey: 'Copy the key',
    code: 'Code that the app shows now',
    add: 'Add the app',
    codesTitle: 'Save your recovery codes',
    codesHint:
      'When neither phone nor passkey is at hand, each of them replaces the second step once. They are shown only now.',
    codes: 'Recovery codes',
    copyCodes: 'Copy the codes',
    download: 'Download',
    fileName: 'parley-recovery-codes.txt',
    saved: 'I have saved them',
    done: 'Done',
  },
  {
    name: '인증 앱',
    addApp: '인증 앱 추가',
    scan: 'Aegis, 2FAS, Google Authenticator나 사용 중인 비밀번호 관리자 같은 인증 앱으로 이 그림을 스캔하세요.',
    picture: '인증 앱용 QR 코드',
    key: '스캔하지 않는 앱을 위한 키',
    copyKey: '키 복사',
    code: '지금 앱에 표시된 코드',
    add: '앱 추가',
    codesTitle: '복구 코드를 저장하세요',
    codesHint:
      '휴대전화와 패스키를 모두 쓸 수 없을 때 코드 하나로 2단계 인증을 한 번 대신할 수 있습니다. 지금만 표시됩니다.',
    codes: '복구 코드',
    copyCodes: '코드 복사',
    download: '다운로드',
    fileName: 'parley-recovery-codes.txt',
    saved: '저장했습니다',
    done: '완료',
  },
)
