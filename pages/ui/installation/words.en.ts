export const en = {
  notice: 'Notice',
  closeNotice: 'Close the notice',
  operatorPages: 'Pages of the operator',
  help: 'Help',
  terms: 'Terms of use',
  privacy: 'Privacy',
}
