export const en = {
  notice: 'Notice',
  closeNotice: 'Close notice',
  operatorPages: 'About this server',
  help: 'Help',
  terms: 'Terms of use',
  privacy: 'Privacy',
}
